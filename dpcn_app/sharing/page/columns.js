// What stands on the page: pictures on the stage, and for each mode shown its numbers and cloud.

// A picture with its name.
class Picture {
  constructor(title, note = "") {
    this.root = element("figure");
    this.caption = element("figcaption");
    this.title = element("b", "", title);
    this.note = element("span", "", note);
    this.caption.append(this.title, this.note);
    this.canvas = element("canvas");
    this.canvas.width = recording.width;
    this.canvas.height = recording.height;
    this.canvas.style.aspectRatio = `${recording.width} / ${recording.height}`;
    this.context = this.canvas.getContext("2d");
    this.context.imageSmoothingEnabled = false;
    this.root.append(this.caption, this.canvas);
  }

  show(sheets, frame) {
    sheets.draw(this.context, frame);
  }
}

// The marker of a class as a small picture.
function marker(label) {
  const canvas = element("canvas", "marker");
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  canvas.width = canvas.height = 14 * ratio;
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  drawMarker(context, 7, 7, 4.6, label, false);
  return canvas;
}

function legend() {
  const list = element("ul", "legend");
  recording.classes.forEach((name, label) => {
    const item = element("li");
    item.append(marker(label), element("span", "", name));
    list.append(item);
  });
  return list;
}

// One mode: its name, its numbers and its cloud; and its reconstruction on the stage.
class Column {
  constructor(pick, changed) {
    this.root = element("article", "column");
    this.title = element("h2");
    this.numbers = element("dl");
    this.cloud = new Cloud(pick, changed);
    this.note = element("p", "note");
    this.frame = element("div", "frame");
    this.frame.append(this.cloud.canvas, legend(), this.note);
    this.root.append(this.title, this.numbers, this.frame);
    this.picture = new Picture("", "reconstruction");
  }

  show(mode, common) {
    const axes = common ? mode.common : mode.own;
    this.cloud.show(mode, axes);
    const hollow = mode.misread.size ? "hollow: read as another class" : "";
    this.note.textContent = [hollow, axes.note].filter(Boolean).join(" · ");
    if (this.mode === mode) return;
    this.mode = mode;
    this.root.dataset.mode = mode.name;
    this.title.textContent = mode.title;
    this.title.title = mode.meaning;
    this.picture.title.textContent = mode.title;
    this.cloud.canvas.setAttribute("aria-label", `Top causes of every frame: ${mode.title}`);
    this.numbers.replaceChildren(...Object.entries(mode.numbers).map(([name, value]) => {
      const pair = element("div");
      pair.append(element("dt", "", name), element("dd", "", value));
      return pair;
    }));
  }
}
