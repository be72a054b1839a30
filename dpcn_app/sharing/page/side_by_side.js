// Modes side by side: any that were recorded, chosen from a list, or all of them by a key.

const switches = new Map();

// Those shown already come first; with none chosen, bottom-up is shown.
function showBeside(mode, on) {
  const shown = state.shown.filter((each) => each !== mode);
  if (on) shown.push(mode);
  show(shown.length ? shown : [BOTTOM_UP]);
}

function toggleAll() {
  const all = state.shown.length === recording.modes.length;
  show(all ? [mainMode()] : recording.modes);
}

function showSwitches() {
  for (const [mode, box] of switches) box.checked = state.shown.includes(mode);
  document.body.classList.toggle("several", state.shown.length > 2);
}

// The list hangs from the right end of its button, but does not leave the screen.
function keepInside() {
  const list = byId("choices");
  list.style.right = "";
  const { left } = list.getBoundingClientRect();
  if (left < 8) list.style.right = `${Math.floor(left) - 8}px`;
}

function beginSideBySide() {
  const side = byId("side");
  side.hidden = recording.modes.length < 3;
  for (const mode of recording.modes) {
    const [label, box] = [element("label"), element("input")];
    box.type = "checkbox";
    box.addEventListener("change", () => showBeside(mode, box.checked));
    label.title = mode.meaning;
    label.append(box, element("span", "", mode.title));
    byId("choices").append(label);
    switches.set(mode, box);
  }
  side.addEventListener("toggle", keepInside);
  const close = (event) => {
    if (!side.contains(event.target)) side.open = false;
  };
  document.addEventListener("pointerdown", close);
  KEYS.escape = () => { side.open = false; };
}
