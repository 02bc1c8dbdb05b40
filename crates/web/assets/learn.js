// The rules on one page, with small boards to touch, and the door to a first game with hints.

import { Board, pointName, pointOf } from "./board.js";
import { el, icon } from "./dom.js";
import { does, strip } from "./form.js";
import { ask } from "./net.js";
import { holdSeat, settings } from "./settings.js";
import { go, setTitle } from "./shell.js";
import { sound } from "./sound.js";
import { areaOf, emptyArea } from "./stones.js";
import { TinyReferee, put } from "./tiny.js";
import { count } from "./words.js";

/** @typedef {import("./protocol.js").About} About */
/** @typedef {import("./protocol.js").Preset} Preset */

/** @type {import("./shell.js").Page} */
export function page(place) {
  setTitle("Learn");
  place.append(el("div", { class: "prose" }, head(),
    lesson("One try, one answer", tryDemo(),
      "You have a board with your own stones on it. White has another, in another room. The referee has the third board, with all the stones, and alone sees it.",
      "On your turn you name a point: a *try*. If it is legal on the true board, your stone stands there and the turn is over. If it is not, the referee says so, and you try again, as often as it takes. A refused try costs nothing, and it tells you something.",
      "The board beside this has white stones in the mist. Find them."),
    lesson("What a refusal means", reasonDemo(),
      "Most often a refused try means that a stone of theirs stands there. But not always: it may have been suicide, or ko, and as a rule the referee does not say which.",
      "So a refused point is marked with a question mark, until something decides it. When only one cause is possible your board shows the stone."),
    lesson("Taking stones in the dark", captureDemo(),
      "Stones without a liberty are taken, as in Go. The captor hears how many he took. Who loses stones learns which: they leave his board.",
      "And he learns more: every point around the lost stones holds a stone of the enemy. Kage marks those with a broken ring."),
    lesson("The lights go on", endDemo(),
      "You hear when the other side moves or passes, and in most rule sets when a try of theirs is refused: then they have bumped into you.",
      "Two passes in a row end the game. The board is opened and counted: stones, and the empty points that only one side surrounds, and komi for White. All stones count as alive, unless both of you mark the same ones as dead."),
    guessLesson(), firstGame(), presets()));
}

function head() {
  return el("header", { class: "stack" }, el("h1", {}, "Phantom Go in five minutes"),
    el("p", { class: "lead" }, "If you know the rules of Go, you are nearly there. Stones are put on the points; chains without a liberty are taken; the larger area wins. Only that you cannot see the other\u2019s stones."));
}

/** Words between stars are words of the game. @param {string} text */
function words(text) {
  return text.split("*").map((part, at) => (at % 2 ? el("em", {}, part) : part));
}

/** @param {string} title @param {HTMLElement} demo @param {...string} texts */
function lesson(title, demo, ...texts) {
  return el("section", { class: "lesson" },
    el("div", { class: "text" }, el("h2", {}, title), ...texts.map((text) => el("p", {}, ...words(text)))), demo);
}

/** @param {...string} rows */
const rows = (...rows) => rows.join("");

/** @param {string} board @param {string} color What a seat sees of a board without knowing anything. */
const own = (board, color) => [...board].map((mark) => (mark === color ? color : ".")).join("");

// ---- The examples ----

/** Try to find stones on a small board; after an accepted move White answers. */
function tryDemo() {
  const start = rows(".....", "..w..", ".bbw.", "..bw.", ".....");
  const answers = ["C2", "B4", "D1", "E4", "B5", "A2"];
  const says = el("p", { class: "says", role: "status" });
  const lights = el("button", {}, icon("lamp"), "Lights on");
  const again = el("button", { class: "quiet" }, icon("again"), "Again");
  let referee = new TinyReferee(start);
  let known = own(start, "b");
  let lit = false;
  /** @type {number | null} */
  let last = null;
  const board = new Board({ size: 5, label: "Black\u2019s board, five by five. Try points.", onpoint: (point) => attempt(point) });
  const show = (/** @type {number[]} */ taken = []) => {
    board.options.truth = lit;
    board.offer(lit ? "" : "b");
    board.show({ marks: lit ? referee.truth : known, last: lit ? null : last, taken });
  };
  const attempt = (/** @type {number} */ point) => {
    if (lit) return;
    const name = pointName(point, 5);
    const ruling = referee.hear("b", point);
    if (ruling.reason) {
      if (ruling.reason !== "own") known = put(known, [point], "q");
      says.textContent = ruling.reason === "own" ? `${name}: your own stone stands there.` : `\u201c${name} is illegal.\u201d You have learned something. Try again.`;
      board.shake();
      sound("refused");
      show();
      return;
    }
    last = point;
    known = put(known, [point], "b");
    sound(ruling.taken.length ? "capture" : "stone");
    show();
    const taken = ruling.taken.length ? ` You take ${ruling.taken.length}.` : "";
    says.textContent = `\u201c${name} is legal.\u201d${taken} ${answer()}`;
  };
  const answer = () => {
    for (const name of answers) {
      const point = pointOf(name, 5) ?? 0;
      const before = referee.truth;
      if (referee.truth[point] !== ".") continue;
      const ruling = referee.hear("w", point);
      if (ruling.reason) continue;
      known = put(known, ruling.taken.filter((p) => before[p] === "b"), ".");
      show(ruling.taken);
      return ruling.taken.length ? `White moves, and you lose ${count(ruling.taken.length, "stone")}.` : "White moves. You do not hear where.";
    }
    return "White passes.";
  };
  lights.addEventListener("click", () => {
    lit = !lit;
    lights.lastChild?.replaceWith(lit ? "Lights off" : "Lights on");
    show();
  });
  const reset = () => {
    referee = new TinyReferee(start);
    known = own(start, "b");
    [last, lit] = [null, false];
    lights.lastChild?.replaceWith("Lights on");
    says.textContent = "You are Black. Try a point.";
    show();
  };
  again.addEventListener("click", reset);
  reset();
  return el("div", { class: "demo", id: "demo-try" }, board.svg, says, el("div", { class: "controls" }, lights, again));
}

/** Three truths that sound alike. */
function reasonDemo() {
  // In each of the three Black tries C3 and hears the same word.
  /** @type {Record<string, [string, string]>} */
  const truths = {
    stone: [rows(".....", "...b.", "..w..", "...b.", "....."), "A white stone stands on C3."],
    suicide: [rows(".....", "..wb.", ".w.w.", "..wb.", "....."), "C3 is empty, but white stands on all four sides, and nothing would be taken: suicide."],
    ko: [rows(".....", "..wb.", ".w.wb", "..wb.", "....."), "White has just taken a black stone on C3, from D3. To retake at once would bring the old board back: ko."],
  };
  const says = el("p", { class: "says", role: "status" });
  const mine = new Board({ size: 5, label: "What Black knows: C3 was refused" });
  const truth = new Board({ size: 5, label: "The truth", truth: true });
  const show = (/** @type {string} */ key) => {
    const [board, text] = truths[key];
    mine.show({ marks: put(own(board, "b"), [12], "q"), tries: [{ point: 12 }] });
    truth.show({ marks: board, wrong: new Set([12]) });
    says.textContent = text;
  };
  const choice = strip("The truth was", [["stone", "a stone"], ["suicide", "suicide"], ["ko", "ko"]], "stone", show);
  show("stone");
  return el("div", { class: "demo" },
    el("div", { class: "pairs" }, el("div", {}, mine.svg, el("p", { class: "cap" }, "Black knows")), el("div", {}, truth.svg, el("p", { class: "cap" }, "The truth"))),
    choice.node, says);
}

/** A capture, seen from both sides. */
function captureDemo() {
  const start = rows(".....", "..b..", ".bw..", "..b..", ".....");
  const says = el("p", { class: "says", role: "status" });
  const black = new Board({ size: 5, label: "What Black knows", onpoint: (point) => attempt(point) });
  const white = new Board({ size: 5, label: "What White knows" });
  const again = el("button", { class: "quiet" }, icon("again"), "Again");
  let referee = new TinyReferee(start);
  let known = own(start, "b");
  let done = false;
  const attempt = (/** @type {number} */ point) => {
    if (done) return;
    const name = pointName(point, 5);
    const ruling = referee.hear("b", point);
    if (ruling.reason) {
      if (ruling.reason !== "own") known = put(known, [point], "q");
      says.textContent = `\u201c${name} is illegal.\u201d`;
      black.shake();
      sound("refused");
      black.show({ marks: known });
      return;
    }
    known = put(known, [point], "b");
    black.show({ marks: known, last: point });
    if (!ruling.taken.length) {
      says.textContent = `${name} stands, but the white stone has a liberty still. Try D3.`;
      return;
    }
    done = true;
    sound("capture");
    const around = ["C4", "B3", "C2", "D3"].map((n) => pointOf(n, 5) ?? 0);
    black.show({ marks: put(known, [12], "e"), last: point });
    white.show({ marks: put(own(referee.truth, "w"), around, "b"), how: new Map(around.map((p) => [p, "border"])), taken: ruling.taken });
    says.textContent = "Black hears: \u201cyou take 1\u201d. White hears: \u201cyou lose 1 (C3)\u201d, and knows all four stones around it.";
  };
  const reset = () => {
    referee = new TinyReferee(start);
    known = own(start, "b");
    done = false;
    black.offer("b");
    black.show({ marks: known });
    white.show({ marks: own(start, "w") });
    says.textContent = "A white stone is somewhere between yours. Play D3.";
  };
  again.addEventListener("click", reset);
  reset();
  return el("div", { class: "demo", id: "demo-capture" },
    el("div", { class: "pairs" }, el("div", {}, black.svg, el("p", { class: "cap" }, "Black knows: touch it")), el("div", {}, white.svg, el("p", { class: "cap" }, "White knows"))),
    says, el("div", { class: "controls" }, again));
}

/** The end of a game, opened and counted. */
function endDemo() {
  const truth = rows("..bw..", ".bbww.", "..bw.w", ".bbbww", "b.b.bw", ".b.bb.");
  const size = 6;
  const says = el("p", { class: "says", role: "status" });
  const board = new Board({ size, label: "A finished game" });
  const button = el("button", { class: "main" });
  const knew = put(put(own(truth, "b"), [3, 9], "w"), [15], "q");
  let lit = false;
  const show = () => {
    board.options.truth = lit;
    const area = areaOf(truth, size);
    const many = (/** @type {string} */ owner) => [...area].filter((a) => a === owner).length;
    board.show(lit ? { marks: truth, area: emptyArea(truth, size) } : { marks: knew, how: new Map([[3, "refused"], [9, "refused"]]) });
    button.replaceChildren(icon("lamp"), lit ? "Lights off" : "Both pass");
    says.textContent = lit ? `Black has ${many("b")} points, White ${many("w")} and komi.` : "What Black knows at the end.";
  };
  button.addEventListener("click", () => { lit = !lit; show(); });
  show();
  return el("div", { class: "demo" }, board.svg, says, el("div", { class: "controls" }, button));
}

function guessLesson() {
  return el("section", { class: "card stack" }, el("h2", {}, "How people play it"),
    el("ul", { class: "small-gap" },
      el("li", {}, ...words("*Probe.* Try the point where their stone would hurt you most. Yes or no, you gain.")),
      el("li", {}, ...words("*Stay connected.* A cut that nobody sees is the commonest way to lose a group.")),
      el("li", {}, ...words("*Listen.* They were refused twice? They have found your wall, and know where it is.")),
      el("li", {}, ...words("*Count.* Their moves, less what you took, are their stones. Where can they all be?")),
      el("li", {}, ...words("*Guess.* Put guess stones where you think theirs are, move them, take them away. Only you see them; after the game they are scored, for fun."))));
}

function firstGame() {
  const button = el("button", { class: "main big", id: "first-game" }, icon("play"), "A first game with hints");
  const complaint = el("p", { class: "error", role: "alert" });
  does(button, complaint, async () => {
    const about = /** @type {About} */ (await ask("/api/about"));
    const sat = /** @type {{ game: string, seat: import("./protocol.js").Seat, token: string }} */ (await ask("/api/games", {
      name: settings.name || "Guest", color: "black", against: { bot: about.levels[0]?.id }, size: 9, undo: true,
    }));
    holdSeat(sat.game, { token: sat.token, seat: sat.seat, hints: true });
    go(`/game/${sat.game}`);
  });
  return el("section", { class: "card stack center" }, el("h2", {}, "Ready?"),
    el("p", { class: "soft" }, "A real game on 9\u00d79 against the gentlest player, with a word of advice beside the board."), complaint, el("div", {}, button));
}

/** What differs between rule sets. */
function presets() {
  const list = el("dl", { class: "presets" });
  void ask("/api/about").then((about) => {
    for (const preset of /** @type {About} */ (about).presets) list.append(el("dt", {}, preset.name), el("dd", {}, preset.about));
  }).catch(() => undefined);
  return el("section", { class: "stack" }, el("h2", {}, "Other tables, other words"),
    el("p", { class: "soft" }, "Clubs and programs differ in what the referee says aloud. These sets of rules can be chosen for a game:"), list);
}
