// The causes of every frame as a cloud of markers in space, one cloud for each mode shown.

const TRAIL = 25; // frames that the trail behind the current one reaches back
const GLIDE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 350; // milliseconds
const NEAR = { mouse: 12, pen: 16, touch: 22 }; // pixels from a pointer to the marker that it means
const STILL = 5; // pixels that a pointer may move in a click
const INK = { line: "#3a414c", muted: "#98a1ad", text: "#e8eaed", accent: "#ffb454" };

class Cloud {
  // `pick` is called with the frame of a marker that was clicked, `changed` when the camera moves.
  constructor(pick, changed) {
    this.canvas = element("canvas", "cloud");
    this.context = this.canvas.getContext("2d");
    this.pick = pick;
    this.changed = changed;
    this.pointers = new Map();
    this.axes = null;
    this.places = null;
    this.from = null;
    this.began = -Infinity;
    this.listen();
  }

  // Show a mode on some axes; markers glide to their new places.
  show(mode, axes) {
    if (this.axes === axes) return;
    this.from = this.places && this.shownPlaces(performance.now());
    this.began = performance.now();
    this.mode = mode;
    this.axes = axes;
    this.places = axes.places;
  }

  gliding(now) {
    return this.from !== null && now - this.began < GLIDE;
  }

  // Where the markers are at this moment.
  shownPlaces(now) {
    if (!this.gliding(now)) return this.places;
    const share = 1 - (1 - (now - this.began) / GLIDE) ** 3;
    return this.places.map((goal, index) => this.from[index] + share * (goal - this.from[index]));
  }

  // Fit the canvas to the room that it has, in pixels of the device.
  fit() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const { clientWidth, clientHeight } = this.canvas;
    const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    const radius = Math.min(Math.max(Math.min(clientWidth, clientHeight) / 75, 2.6), 5.5);
    if (!this.stamps || this.stamps.radius !== radius || this.stamps.ratio !== ratio) {
      this.stamps = new Stamps(radius, ratio);
    }
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.width = clientWidth;
    this.height = clientHeight;
  }

  draw(frame, now) {
    this.fit();
    const { context, width, height } = this;
    if (!this.axes || !width || !height) return;
    context.clearRect(0, 0, width, height);
    const project = camera.projection(width, height);
    this.drawGround(project);
    const places = this.shownPlaces(now);
    const shown = [];
    for (let index = 0; index < frameCount; index += 1) {
      if (Number.isNaN(places[3 * index])) continue;
      const [x, y, depth] = project(...places.subarray(3 * index, 3 * index + 3));
      shown.push({ index, x, y, depth });
    }
    this.points = shown;
    for (const point of [...shown].sort((one, other) => one.depth - other.depth)) {
      const { index, x, y, depth } = point;
      this.stamps.put(context, x, y, depth, recording.labels[index], this.mode.misread.has(index));
    }
    this.drawTrail(shown, frame);
  }

  drawGround(project) {
    const { context, axes } = this;
    const low = -0.5;
    const line = (one, other, colour, thickness) => {
      const [start, end] = [project(...one), project(...other)];
      context.strokeStyle = colour;
      context.lineWidth = thickness;
      context.beginPath();
      context.moveTo(start[0], start[1]);
      context.lineTo(end[0], end[1]);
      context.stroke();
    };
    for (let step = 0; step <= 4; step += 1) {
      const at = low + step / 4;
      line([at, low, low], [at, -low, low], "#23272f", 1);
      line([low, at, low], [-low, at, low], "#23272f", 1);
    }
    const narrow = this.width < 260;
    const size = narrow ? 11 : 12;
    context.font = `${size}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let axis = 0; axis < 3; axis += 1) {
      if (!axes.names[axis]) continue; // with two causes there is no third axis
      const start = [...axes.origin];
      const end = [...axes.origin];
      const name = [...axes.origin];
      end[axis] = 0.5;
      name[axis] = 0.6;
      line(start, end, INK.muted, 1.4);
      const [x, y] = project(...name);
      const text = narrow ? axes.names[axis].replace(/^cause (?=.* · )/, "") : axes.names[axis];
      const half = context.measureText(text).width / 2 + 4;
      const inside = Math.min(Math.max(x, half), this.width - half);
      context.fillStyle = INK.text;
      context.fillText(text, inside, Math.min(Math.max(y, size), this.height - size));
      const [endX, endY] = project(...end);
      context.fillStyle = INK.muted;
      const beside = Math.min(Math.max(endX + 12, 10), this.width - 10);
      context.fillText(axes.lengths[axis], beside, endY + (axis === 2 ? 0 : -10));
    }
  }

  drawTrail(shown, frame) {
    const { context } = this;
    const trail = shown.filter(({ index }) => index > frame - TRAIL && index <= frame);
    context.lineCap = "round";
    for (let step = 1; step < trail.length; step += 1) {
      context.strokeStyle = `rgba(255,255,255,${(0.75 * step) / trail.length})`;
      context.lineWidth = 0.5 + (2 * step) / trail.length;
      context.beginPath();
      context.moveTo(trail[step - 1].x, trail[step - 1].y);
      context.lineTo(trail[step].x, trail[step].y);
      context.stroke();
    }
    const current = trail.at(-1);
    if (!current || current.index !== frame) return;
    const radius = this.stamps.radius * 1.7;
    context.fillStyle = GROUND_COLOUR;
    context.strokeStyle = INK.accent;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(current.x, current.y, radius * 1.7, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    drawMarker(context, current.x, current.y, radius, recording.labels[frame],
      this.mode.misread.has(frame));
  }

  // The frame of the marker nearest to a place in the canvas; null where none is near.
  nearest(x, y, reach) {
    let [best, found] = [reach, null];
    for (const point of this.points || []) {
      const distance = Math.hypot(point.x - x, point.y - y);
      if (distance < best) [best, found] = [distance, point.index];
    }
    return found;
  }

  listen() {
    const { canvas, pointers } = this;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, moved: 0 });
    });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => {
      const pointer = pointers.get(event.pointerId);
      pointers.delete(event.pointerId);
      if (!pointer || pointer.moved > STILL) return;
      const { left, top } = canvas.getBoundingClientRect();
      const reach = NEAR[event.pointerType] || NEAR.mouse;
      const frame = this.nearest(event.clientX - left, event.clientY - top, reach);
      if (frame !== null) this.pick(frame);
    });
    canvas.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
    canvas.addEventListener("dblclick", () => {
      camera.reset();
      this.changed();
    });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      camera.magnify(Math.exp(-event.deltaY / 600));
      this.changed();
    }, { passive: false });
  }

  // One pointer turns, two pinch.
  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    const [dx, dy] = [event.clientX - pointer.x, event.clientY - pointer.y];
    const others = [...this.pointers.values()].filter((each) => each !== pointer);
    if (others.length) {
      const apart = (x, y) => Math.hypot(x - others[0].x, y - others[0].y) || 1;
      camera.magnify(apart(event.clientX, event.clientY) / apart(pointer.x, pointer.y));
    } else {
      camera.turn(-dx / 2, dy / 2);
    }
    pointer.moved += Math.hypot(dx, dy);
    Object.assign(pointer, { x: event.clientX, y: event.clientY });
    this.changed();
  }
}
