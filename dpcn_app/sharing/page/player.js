// Playing, stepping and choosing: the state of the page, its keys and its buttons.

const SPEEDS = [0.25, 0.5, 1, 2, 4];
const byId = (id) => document.getElementById(id);
const modeNamed = (name) => recording.modes.find((mode) => mode.name === name);
const BOTTOM_UP = modeNamed("off") || recording.modes[0];

const state = { frame: 0, playing: false, speed: 1, shown: [BOTTOM_UP], common: false };
const columns = [];
const inputPicture = new Picture("Input", "what it sees");
const cleanPicture = cleanSheets && new Picture("Clean", "without noise");
const meaning = element("p", "meaning");
let asked = false; // whether a drawing is under way
let due = 0; // frames that playing is behind
let last = 0; // when the last drawing was

// --- drawing --------------------------------------------------------------------------------------

function redraw() {
  if (!asked) {
    asked = true;
    requestAnimationFrame(draw);
  }
}

function draw(now) {
  asked = false;
  if (state.playing) advance(now);
  last = now;
  const { frame } = state;
  inputPicture.show(inputSheets, frame);
  if (cleanPicture) cleanPicture.show(cleanSheets, frame);
  let gliding = false;
  state.shown.forEach((mode, index) => {
    columns[index].picture.show(mode.pictures, frame);
    columns[index].cloud.draw(frame, now);
    gliding = gliding || columns[index].cloud.gliding(now);
  });
  byId("slider").value = frame;
  const name = recording.classes[recording.labels[frame]];
  byId("frame").textContent = `${frame + 1} / ${frameCount}${name ? ` · ${name}` : ""}`;
  if (state.playing || gliding) redraw();
}

function advance(now) {
  const elapsed = Math.min(Math.max(now - last, 0), 250); // a frame's time may lie before a click
  due += (elapsed / 1000) * recording.rate * state.speed;
  const whole = Math.floor(due);
  due -= whole;
  state.frame = (state.frame + whole) % frameCount;
}

// --- choosing -------------------------------------------------------------------------------------

function show(modes) {
  state.shown = [...modes];
  while (columns.length < modes.length) columns.push(new Column(goTo, redraw));
  const shown = columns.slice(0, modes.length);
  const pictures = [inputPicture, cleanPicture, ...shown.map((column) => column.picture)];
  byId("stage").replaceChildren(...pictures.filter(Boolean).map(({ root }) => root), meaning);
  byId("clouds").replaceChildren(...shown.map((column) => column.root));
  update();
}

function update() {
  const comparing = state.shown.length > 1;
  document.body.classList.toggle("comparing", comparing);
  state.shown.forEach((mode, index) => columns[index].show(mode, state.common && comparing));
  const main = mainMode();
  meaning.textContent = main.meaning;
  meaning.hidden = comparing;
  byId("verdict").textContent = verdictOf(state.shown);
  byId("mode").value = main.name;
  byId("top-down").setAttribute("aria-pressed", state.shown.includes(modeNamed("both")));
  byId("prior").setAttribute("aria-pressed", state.shown.includes(modeNamed("prior")));
  byId("compare").setAttribute("aria-pressed", comparing);
  byId("scale").setAttribute("aria-pressed", state.common);
  byId("scale").hidden = !comparing;
  showBelief();
  showSwitches();
  arrange();
  redraw();
}

// The mode that a comparison is about: the first that is not bottom-up.
function mainMode() {
  return state.shown.find((mode) => mode !== BOTTOM_UP) || state.shown[0];
}

// What is said of several modes is said of the best of them.
function verdictOf(modes) {
  const told = modes.filter((mode) => mode.verdict).sort((one, other) => one.rank - other.rank);
  return told.length ? told[0].verdict : "";
}

// T ends a comparison, as in the app.
function toggleTopDown() {
  const both = modeNamed("both");
  if (!both) return;
  const comparing = state.shown.length > 1;
  const on = comparing ? state.shown[0] !== both : state.shown[0] === BOTTOM_UP;
  show([on ? both : BOTTOM_UP]);
}

function togglePrior() {
  const prior = modeNamed("prior");
  if (!prior) return;
  if (state.shown.length > 1) show([BOTTOM_UP, prior]);
  else show([state.shown[0] === prior ? BOTTOM_UP : prior]);
}

function toggleCompare() {
  if (state.shown.length > 1) return show([mainMode()]);
  const other = state.shown[0] !== BOTTOM_UP
    ? state.shown[0]
    : modeNamed("both") || recording.modes.find((mode) => mode !== BOTTOM_UP);
  return other && show([BOTTOM_UP, other]);
}

// In a comparison a mode takes the place of the main one.
function chooseMode(mode) {
  if (state.shown.length === 1) return show([mode]);
  const main = mainMode();
  return !state.shown.includes(mode) && show(state.shown.map((each) => each === main ? mode : each));
}

function nextMode(steps) {
  const main = mainMode();
  const turn = recording.modes.filter((mode) => mode === main || !state.shown.includes(mode));
  const place = turn.indexOf(main) + steps;
  chooseMode(turn[(place + turn.length) % turn.length]);
}

function toggleScale() {
  state.common = !state.common;
  update();
}

// --- playing --------------------------------------------------------------------------------------

function play(on) {
  state.playing = on;
  due = 0;
  last = performance.now();
  byId("play").setAttribute("aria-pressed", on);
  redraw();
}

function goTo(frame) {
  state.frame = Math.min(Math.max(frame, 0), frameCount - 1);
  redraw();
}

function step(frames) {
  play(false);
  goTo(state.frame + frames);
}

function changeSpeed(steps) {
  const place = SPEEDS.indexOf(state.speed) + steps;
  state.speed = SPEEDS[Math.min(Math.max(place, 0), SPEEDS.length - 1)];
  byId("speed").value = state.speed;
}

const KEYS = {
  t: toggleTopDown,
  p: togglePrior,
  c: (event) => (event.shiftKey ? toggleAll() : toggleCompare()),
  a: toggleScale,
  m: (event) => nextMode(event.shiftKey ? -1 : 1),
  " ": () => play(!state.playing),
  arrowleft: () => step(-1),
  arrowright: () => step(1),
  home: () => goTo(0),
  end: () => goTo(frameCount - 1),
  "+": () => changeSpeed(1),
  "-": () => changeSpeed(-1),
};

function pressed(event) {
  const act = KEYS[event.key.toLowerCase()];
  const elsewhere = event.ctrlKey || event.metaKey || event.altKey;
  if (elsewhere || event.target instanceof HTMLSelectElement) return;
  if (answerKey(event.key)) return; // while a question waits, its letters answer it
  if (!act || (event.key === " " && event.target.closest("details"))) return; // a switch's own key
  event.preventDefault(); // a button with the focus is not pressed by Space as well
  act(event);
}

// --- beginning ------------------------------------------------------------------------------------

function options(select, entries, act) {
  for (const [value, text] of entries) {
    const option = element("option", "", text);
    option.value = value;
    select.append(option);
  }
  select.addEventListener("change", () => {
    act(select.value);
    select.blur(); // so that keys go to the page again
  });
}

function begin() {
  byId("title").textContent = `${recording.model} watches ${recording.video}`;
  const hint = modeNamed("both") ? "switch Top-down on (T) and watch the cloud" : "";
  byId("about").textContent = [recording.noise, hint].filter(Boolean).join(" · ");
  document.title = byId("title").textContent;
  byId("slider").max = frameCount - 1;
  byId("clouds").classList.toggle("unnumbered", !Object.keys(BOTTOM_UP.numbers).length);
  options(byId("mode"), recording.modes.map((mode) => [mode.name, mode.title]),
    (name) => chooseMode(modeNamed(name)));
  options(byId("speed"), SPEEDS.map((speed) => [speed, `${speed}×`]),
    (speed) => { state.speed = Number(speed); });
  byId("speed").value = state.speed;
  const clicks = {
    "top-down": toggleTopDown, prior: togglePrior, compare: toggleCompare, scale: toggleScale,
    back: () => step(-1), play: () => play(!state.playing), on: () => step(1),
  };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
  byId("top-down").hidden = !modeNamed("both");
  byId("prior").hidden = !modeNamed("prior");
  const others = recording.modes.filter((mode) =>
    !["off", "both", "prior"].includes(mode.name) && !BELIEVED.includes(mode.belief));
  byId("mode").hidden = !others.length; // where buttons for all modes are there
  byId("compare").hidden = recording.modes.length < 2;
  byId("slider").addEventListener("input", (event) => goTo(Number(event.target.value)));
  document.addEventListener("keydown", pressed);
  window.addEventListener("resize", () => {
    arrange();
    redraw();
  });
  beginBeliefs();
  beginSideBySide();
  show([BOTTOM_UP]);
  beginStory();
  document.body.classList.add("ready");
}

everythingLoaded.then(begin);
