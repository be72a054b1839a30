// What was recorded: the document in the page, its pictures and its places made ready to draw.

const recording = JSON.parse(document.getElementById("recording").textContent);
const frameCount = recording.labels.length;

// An element with a class and a text. Text from the recording is never read as markup.
function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

// Places of all frames in the scene, three numbers each; NaN where nothing was inferred.
function decodePlaces(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const places = new Float32Array(bytes.length / 2);
  for (let index = 0; index < places.length; index += 1) {
    const value = view.getInt16(2 * index, true);
    places[index] = value === recording.unknown ? NaN : value / recording.steps;
  }
  return places;
}

// Sheets of pictures, each drawn once into a canvas, from which single frames are copied quickly.
class Sheets {
  constructor(texts) {
    this.canvases = [];
    this.ready = Promise.all(texts.map((text, index) => this.load(text, index)));
  }

  async load(text, index) {
    const image = new Image();
    image.src = `data:image/png;base64,${text}`;
    await image.decode();
    const canvas = element("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext("2d").drawImage(image, 0, 0);
    this.canvases[index] = canvas;
  }

  draw(context, frame) {
    const { width, height, across, down } = recording;
    const place = frame % (across * down);
    const left = (place % across) * width;
    const top = Math.floor(place / across) * height;
    const sheet = this.canvases[Math.floor(frame / (across * down))];
    context.drawImage(sheet, left, top, width, height, 0, 0, width, height);
  }
}

const inputSheets = new Sheets(recording.input);
const cleanSheets = recording.clean && new Sheets(recording.clean);
for (const mode of recording.modes) {
  mode.pictures = new Sheets(mode.sheets);
  mode.own.places = decodePlaces(mode.own.points);
  mode.common.places = decodePlaces(mode.common.points);
  mode.misread = new Set(mode.misread);
}

const everythingLoaded = Promise.all(
  [inputSheets, cleanSheets, ...recording.modes.map((mode) => mode.pictures)]
    .filter(Boolean)
    .map((sheets) => sheets.ready),
);
