// The lesson that the page came from: its steps, its questions, and what it concludes.

const story = recording.story;
const LETTERS = "ABCDEF";
const told = { step: 0, answers: new Map(), done: new Set() };

function storyStep() {
  return story.steps[told.step];
}

// Whether the question of the step still waits for its answer.
function asking() {
  return Boolean(story) && storyStep().answers.length > 0 && !told.answers.has(told.step);
}

// The modes of a step that the page has; those before or after what it shows.
function showModes(names) {
  const modes = names.map(modeNamed).filter(Boolean);
  if (modes.length) show(modes);
}

function goToStep(index) {
  told.step = Math.min(Math.max(index, 0), story.steps.length - 1);
  const { here, modes, frame } = storyStep();
  if (here) {
    showModes(modes[told.done.has(told.step) ? 1 : 0]);
    if (frame !== null) goTo(frame);
  }
  drawStory();
}

// The class has answered, or wants to see: show what the step leads to, and what it concludes.
function conclude(answer) {
  if (answer !== null) told.answers.set(told.step, answer);
  told.done.add(told.step);
  if (storyStep().here) showModes(storyStep().modes[1]);
  drawStory();
}

// On: first what the step concludes, then the next step.
function leadOn() {
  if (asking() || told.done.has(told.step) || !conclusion()) goToStep(told.step + 1);
  else conclude(null);
}

function conclusion() {
  const { answers, conclusions } = storyStep();
  return conclusions[answers.length ? told.answers.get(told.step) ?? 0 : 0];
}

function answerKey(letter) {
  const index = LETTERS.indexOf(letter.toUpperCase());
  if (letter.length !== 1 || index < 0 || !asking() || index >= storyStep().answers.length) {
    return false;
  }
  conclude(index);
  return true;
}

function drawStory() {
  const { title, said, question, answers, here } = storyStep();
  byId("step").textContent = `${told.step + 1} / ${story.steps.length}`;
  byId("earlier").disabled = told.step === 0;
  byId("later").disabled = told.step === story.steps.length - 1
    && (asking() || told.done.has(told.step) || !conclusion());
  const lines = [element("h3", "", title), ...said.map((text) => element("p", "", text))];
  if (!here) lines.push(element("p", "aside", "This step looks at another video than this page."));
  if (question) lines.push(element("p", "question", question));
  answers.forEach((text, index) => {
    const button = element("button", "answer");
    button.type = "button";
    button.append(element("b", "", LETTERS[index]), element("span", "", text));
    button.setAttribute("aria-pressed", told.answers.get(told.step) === index);
    button.addEventListener("click", () => conclude(index));
    lines.push(button);
  });
  const concluded = told.done.has(told.step) && conclusion();
  if (concluded) lines.push(element("p", "conclusion", concluded));
  byId("told").replaceChildren(...lines);
  byId("told").scrollTop = concluded ? byId("told").scrollHeight : 0;
}

function beginStory() {
  byId("story").hidden = !story;
  document.body.classList.toggle("telling", Boolean(story));
  if (!story) return;
  byId("lesson").textContent = story.title;
  byId("earlier").addEventListener("click", () => goToStep(told.step - 1));
  byId("later").addEventListener("click", leadOn);
  KEYS.pagedown = leadOn;
  KEYS.pageup = () => goToStep(told.step - 1);
  goToStep(0);
}
