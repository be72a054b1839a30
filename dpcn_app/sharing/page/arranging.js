// Where things stand: as many beside each other as make them largest, in the room that they have.

// How many of `count` things stand beside each other, and how wide each is then.
// `ratio` is width by height of a thing, `head` the height of what stands above each.
function arranged(count, room, ratio, head, gap) {
  let [across, widest] = [count, 0];
  for (let lines = 1; lines <= count; lines += 1) {
    const beside = Math.ceil(count / lines);
    const width = (room.width - gap * (beside - 1)) / beside;
    const height = (room.height - gap * (lines - 1)) / lines - head;
    const side = Math.min(width, ratio * height);
    if (side > widest) [across, widest] = [beside, side];
  }
  return [across, widest];
}

// The room inside an element, without its padding.
function roomIn(root) {
  const style = getComputedStyle(root);
  const [left, right, top, bottom] = ["Left", "Right", "Top", "Bottom"].map((side) =>
    parseFloat(style[`padding${side}`]));
  return { width: root.clientWidth - left - right, height: root.clientHeight - top - bottom };
}

// Arrange pictures and clouds. Held upright, a phone is scrolled, and its style arranges them.
function arrange() {
  const [stage, clouds] = [byId("stage"), byId("clouds")];
  const upright = getComputedStyle(document.body).getPropertyValue("--upright") === "yes";
  for (const root of [stage, clouds]) root.style.gridTemplateColumns = "";
  if (upright) return;
  const pictures = [...stage.children].filter((child) => child.offsetParent);
  const gap = parseFloat(getComputedStyle(stage).columnGap);
  const caption = inputPicture.caption.offsetHeight + 6;
  const [beside, side] = arranged(
    pictures.length, roomIn(stage), recording.width / recording.height, caption, gap);
  stage.style.gridTemplateColumns = `repeat(${beside}, ${Math.floor(side)}px)`;
  const [column] = columns;
  const head = column.frame.offsetTop - column.root.offsetTop;
  const [across] = arranged(state.shown.length, roomIn(clouds), 1, head, 12);
  clouds.style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`;
}
