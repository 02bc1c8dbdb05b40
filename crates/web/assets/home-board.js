// The board of the home page: what one player knows. Around the pointer it shows the true board.

import { Board } from "./board.js";
import { el } from "./dom.js";
import { t } from "./words.js";

// A position of a real game, the third one in Borsboom's thesis: the true board and what Black knew.
const TRUTH = [
  ".........", "...wb....", "..bwb.w..", "..bwwb...", "..bbwb.w.", ".bwwbb...", "..w.w....", "...w.....", ".........",
].join("");
const KNOWN = [
  ".........", "....b....", "..b.b....", "..bw.b...", "..bbqb...", ".b..bb...", "....w....", ".........", ".........",
].join("");

/** The path of the spot while the pointer is elsewhere, in percent of the board. */
const WAY = [[56, 38], [70, 50], [52, 66], [34, 56]];

export function homeBoard() {
  const known = new Board({ size: 9, label: t`What Black knows: some of White's stones; most points are unknown` });
  known.show({ marks: KNOWN, how: new Map([[30, "refused"], [58, "border"]]) });
  const truth = new Board({ size: 9, label: t`The truth`, truth: true });
  truth.show({ marks: TRUTH });
  truth.svg.classList.add("truth");
  truth.svg.setAttribute("aria-hidden", "true");
  const node = el("div", { class: "home-board" }, known.svg, truth.svg,
    el("p", { class: "caption" }, t`What Black knows. Move the pointer over the board to see the true stones.`));
  const put = (/** @type {number} */ x, /** @type {number} */ y) => {
    node.style.setProperty("--spot-x", `${x}%`);
    node.style.setProperty("--spot-y", `${y}%`);
  };
  let held = false;
  node.addEventListener("pointermove", (event) => {
    held = true;
    const box = known.svg.getBoundingClientRect();
    put(100 * (event.clientX - box.left) / box.width, 100 * (event.clientY - box.top) / box.height);
  });
  node.addEventListener("pointerleave", () => { held = false; });
  put(WAY[0][0], WAY[0][1]);

  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let frame = 0;
  const wander = (/** @type {number} */ now) => {
    if (!held) {
      const at = (now / 5200) % WAY.length;
      const [from, to] = [WAY[Math.floor(at)], WAY[(Math.floor(at) + 1) % WAY.length]];
      const part = (1 - Math.cos(Math.PI * (at % 1))) / 2;
      put(from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1]));
    }
    frame = requestAnimationFrame(wander);
  };
  if (!still) frame = requestAnimationFrame(wander);
  return { node, stop: () => cancelAnimationFrame(frame) };
}
