// Beliefs: modes in which the network is told to look for a class, chosen by keys and buttons.

// Classes that some mode looks for, in the order of their keys.
const BELIEVED = recording.classes.filter((name) =>
  recording.modes.some((mode) => mode.belief === name));

// The mode that holds a belief, best one that is like another mode in all else; null for none.
function believing(belief, like) {
  const holding = recording.modes.filter((mode) => mode.belief === belief);
  return holding.find((mode) => mode.base === like.base) || (belief && holding[0]) || null;
}

// Look for a class; told again, let go.
function hold(belief) {
  const main = mainMode();
  if (main.belief === belief) return letGo();
  const mode = believing(belief, main);
  return mode && chooseMode(mode);
}

function letGo() {
  const free = state.shown.map((mode) => believing("", mode) || BOTTOM_UP);
  show([...new Set(free)]);
}

// Show which belief is held.
function showBelief() {
  const { belief } = mainMode();
  for (const button of byId("beliefs").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", button.dataset.belief === belief);
  }
}

function beginBeliefs() {
  const group = byId("beliefs");
  group.hidden = !BELIEVED.length;
  document.body.classList.toggle("believing", BELIEVED.length > 0);
  recording.classes.forEach((name, label) => {
    if (!BELIEVED.includes(name)) return;
    const button = element("button");
    button.type = "button";
    button.dataset.belief = name;
    button.title = `Look for ${name}; again to let go (${label + 1})`;
    button.append(marker(label), element("span", "", name), element("kbd", "", `${label + 1}`));
    button.addEventListener("click", () => hold(name));
    group.append(button);
    KEYS[`${label + 1}`] = () => hold(name);
  });
  KEYS["0"] = letGo;
}
