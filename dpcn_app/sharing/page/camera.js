// An eye that goes around the middle of the scene, the cube from −½ to ½. All clouds share one.

const DISTANCE = 4; // from the eye to the middle of the scene
const REACH = 1.62; // side of the square that the scene fills at zoom 1
const HEAD = 28; // pixels above the scene for the names of the classes

const camera = {
  azimuth: 38,
  elevation: 20,
  zoom: 1,

  turn(azimuth, elevation) {
    this.azimuth = (this.azimuth + azimuth) % 360;
    this.elevation = Math.min(Math.max(this.elevation + elevation, -89), 89);
  },

  magnify(factor) {
    this.zoom = Math.min(Math.max(this.zoom * factor, 0.4), 6);
  },

  reset() {
    Object.assign(this, { azimuth: 38, elevation: 20, zoom: 1 });
  },

  // Return a function from a place in the scene to [x, y, depth]; depth grows towards the eye.
  projection(width, height) {
    const a = (this.azimuth * Math.PI) / 180;
    const e = (this.elevation * Math.PI) / 180;
    const [sa, ca, se, ce] = [Math.sin(a), Math.cos(a), Math.sin(e), Math.cos(e)];
    const scale = (this.zoom * Math.min(1.1 * width, height - HEAD)) / REACH;
    const [middle, centre] = [width / 2, (height + HEAD) / 2];
    return (x, y, z) => {
      const right = -sa * x + ca * y;
      const up = -se * ca * x - se * sa * y + ce * z;
      const depth = ce * ca * x + ce * sa * y + se * z;
      const factor = (scale * DISTANCE) / (DISTANCE - depth);
      return [middle + factor * right, centre - factor * up, depth];
    };
  },
};
