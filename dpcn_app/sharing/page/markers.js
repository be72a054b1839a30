// Markers that look like the shapes they stand for, drawn once for each class and nearness.

const COLOURS = ["#4DA3FF", "#FF8A3D", "#2ED3A0", "#F08BC3", "#F5C242", "#8FD3FF"];
const UNLABELLED = "#98a1ad";
const GROUND = [13, 15, 19];
const GROUND_COLOUR = `rgb(${GROUND.join(",")})`;
const KNOWN_SHAPES = ["circle", "plus", "triangle", "square", "diamond", "x"];
const LEVELS = 8; // steps of nearness: far markers are smaller and fade into the ground
const FOG = 0.28;

function classColour(label) {
  return label < 0 ? UNLABELLED : COLOURS[label % COLOURS.length];
}

function faded(colour, share) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const mixed = parts.map((own, index) => Math.round(own + share * (GROUND[index] - own)));
  return `rgb(${mixed.join(",")})`;
}

// The outline of a class's marker about the origin, with a radius of about 1.
function markerPath(label) {
  let shape = label < 0 ? "circle" : recording.classes[label];
  if (!KNOWN_SHAPES.includes(shape)) shape = KNOWN_SHAPES[label % KNOWN_SHAPES.length];
  const path = new Path2D();
  if (shape === "circle") {
    path.arc(0, 0, 0.9, 0, 2 * Math.PI);
  } else if (shape === "square") {
    path.rect(-0.82, -0.82, 1.64, 1.64);
  } else if (shape === "diamond" || shape === "triangle") {
    const corners = shape === "diamond" ? 4 : 3;
    for (let corner = 0; corner < corners; corner += 1) {
      const angle = (2 * Math.PI * corner) / corners;
      path.lineTo(1.15 * Math.sin(angle), -1.15 * Math.cos(angle));
    }
    path.closePath();
  } else {
    const [arm, half] = [1.1, 0.34];
    const corners = [[-half, -arm], [half, -arm], [half, -half], [arm, -half], [arm, half],
      [half, half], [half, arm], [-half, arm], [-half, half], [-arm, half], [-arm, -half],
      [-half, -half]];
    const turned = shape === "x" ? Math.SQRT1_2 : 1;
    const skewed = shape === "x" ? Math.SQRT1_2 : 0;
    for (const [x, y] of corners) path.lineTo(turned * x - skewed * y, skewed * x + turned * y);
    path.closePath();
  }
  return path;
}

function drawMarker(context, x, y, radius, label, hollow, fog = 0) {
  const colour = faded(classColour(label), fog);
  context.save();
  context.translate(x, y);
  context.scale(radius, radius);
  const path = markerPath(label);
  context.fillStyle = hollow ? GROUND_COLOUR : colour;
  context.strokeStyle = hollow ? colour : "rgba(0,0,0,0.45)";
  context.lineWidth = (hollow ? 1.6 : 0.8) / radius;
  context.fill(path);
  context.stroke(path);
  context.restore();
}


// Markers in advance: a stamp is copied much faster than a path is filled.
class Stamps {
  constructor(radius, ratio) {
    this.radius = radius;
    this.ratio = ratio;
    this.made = new Map();
  }

  radiusAt(level) {
    return this.radius * (0.78 + (0.44 * level) / (LEVELS - 1));
  }

  of(label, hollow, level) {
    const key = `${label} ${hollow} ${level}`;
    if (!this.made.has(key)) {
      const radius = this.radiusAt(level);
      const side = Math.ceil(2.6 * radius + 4);
      const canvas = element("canvas");
      canvas.width = canvas.height = side * this.ratio;
      const context = canvas.getContext("2d");
      context.scale(this.ratio, this.ratio);
      const fog = FOG * (1 - level / (LEVELS - 1));
      drawMarker(context, side / 2, side / 2, radius, label, hollow, fog);
      this.made.set(key, { canvas, side });
    }
    return this.made.get(key);
  }

  put(context, x, y, depth, label, hollow) {
    const level = Math.min(Math.max(Math.floor(((depth + 0.8) / 1.6) * LEVELS), 0), LEVELS - 1);
    const { canvas, side } = this.of(label, hollow, level);
    context.drawImage(canvas, x - side / 2, y - side / 2, side, side);
  }
}
