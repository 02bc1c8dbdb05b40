// The rules on one page, with example boards, and a button for a first game with hints.

import { Board, pointName, pointOf } from "./board.js";
import { el, icon } from "./dom.js";
import { onClickRun, strip } from "./form.js";
import { ask } from "./net.js";
import { holdSeat, settings } from "./settings.js";
import { go, setTitle } from "./page-frame.js";
import { sound } from "./sound.js";
import { areaOf, emptyArea } from "./stones.js";
import { ExampleReferee, put } from "./example-referee.js";
import { count, ruleSetName } from "./text.js";
import { fromServer, t } from "./words.js";

/** @typedef {import("./protocol.js").About} About */
/** @typedef {import("./protocol.js").Preset} Preset */

/** @type {import("./page-frame.js").Page} */
export function page(place) {
  setTitle(t`Learn`);
  place.append(el("div", { class: "prose" }, head(),
    lesson(t`One try, one answer`, tryDemo(),
      t`You have a board with your own stones. White has another board. The referee has a third board with all stones, and only the referee sees it.`,
      t`On your turn you name a point: a *try*. If the try is legal on the true board, your stone is placed and your turn is over. If not, the referee says so and you try another point, as often as needed. A refused try costs nothing, and it is information.`,
      t`This board has hidden white stones. Find them.`),
    lesson(t`What a refusal means`, reasonDemo(),
      t`Usually a refused try means that there is an enemy stone. But it can also be suicide or ko, and in most rule sets the referee does not say which.`,
      t`So a refused point gets a question mark until the cause is certain. When an enemy stone is the only possible cause, your board shows the stone.`),
    lesson(t`Captures`, captureDemo(),
      t`Chains without a liberty are captured, as in Go. The player who captures hears how many stones. The player who loses them sees which: they are removed from that player\u2019s board.`,
      t`The player who loses them also learns that every point around them has an enemy stone. Kage marks these stones with a broken ring.`),
    lesson(t`The end of the game`, endDemo(),
      t`You hear when your opponent moves or passes. In most rule sets you also hear when a try of your opponent is refused.`,
      t`Two passes in a row end the game. Then both players see the true board. It is counted: the stones, the empty points that only one side surrounds, and komi for White. All stones count as alive, unless both players mark the same stones as dead.`),
    guessLesson(), firstGame(), presets()));
}

function head() {
  return el("header", { class: "stack" }, el("h1", {}, t`Phantom Go in five minutes`),
    el("p", { class: "lead" }, t`If you know the rules of Go, there is little to learn. Stones are placed on points, chains without a liberty are captured, and the larger area wins. The difference: you cannot see your opponent\u2019s stones.`));
}

/** Words between stars are emphasised. @param {string} text */
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

/** @param {string} board @param {string} color What a seat sees of a board before it has heard anything. */
const own = (board, color) => [...board].map((mark) => (mark === color ? color : ".")).join("");

// ---- The examples ----

/** Try to find stones on a small board; after an accepted move White answers. */
function tryDemo() {
  const start = rows(".....", "..w..", ".bbw.", "..bw.", ".....");
  const answers = ["C2", "B4", "D1", "E4", "B5", "A2"];
  const says = el("p", { class: "says", role: "status" });
  const lights = el("button", {}, icon("lamp"), t`Show the truth`);
  const again = el("button", { class: "quiet" }, icon("again"), t`Again`);
  let referee = new ExampleReferee(start);
  let known = own(start, "b");
  let lit = false;
  /** @type {number | null} */
  let last = null;
  const board = new Board({ size: 5, label: t`Black\u2019s board, five by five. Try points.`, onpoint: (point) => attempt(point) });
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
      says.textContent = ruling.reason === "own" ? t`${name}: your own stone stands there.` : t`\u201c${name} is illegal.\u201d Try another point.`;
      board.shake();
      sound("refused");
      show();
      return;
    }
    last = point;
    known = put(known, [point], "b");
    sound(ruling.taken.length ? "capture" : "stone");
    show();
    const taken = ruling.taken.length ? t` You take ${ruling.taken.length}.` : "";
    says.textContent = t`\u201c${name} is legal.\u201d${taken} ${answer()}`;
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
      return ruling.taken.length ? t`White moves, and you lose ${count(ruling.taken.length, "stone")}.` : t`White moves. You do not hear where.`;
    }
    return t`White passes.`;
  };
  lights.addEventListener("click", () => {
    lit = !lit;
    lights.lastChild?.replaceWith(lit ? t`Hide the truth` : t`Show the truth`);
    show();
  });
  const reset = () => {
    referee = new ExampleReferee(start);
    known = own(start, "b");
    [last, lit] = [null, false];
    lights.lastChild?.replaceWith(t`Show the truth`);
    says.textContent = t`You are Black. Try a point.`;
    show();
  };
  again.addEventListener("click", reset);
  reset();
  return el("div", { class: "demo", id: "demo-try" }, board.svg, says, el("div", { class: "controls" }, lights, again));
}

/** Three true boards on which the same try is refused. */
function reasonDemo() {
  // On each of them Black tries C3 and hears the same answer.
  /** @type {Record<string, [string, string]>} */
  const truths = {
    stone: [rows(".....", "...b.", "..w..", "...b.", "....."), t`A white stone stands on C3.`],
    suicide: [rows(".....", "..wb.", ".w.w.", "..wb.", "....."), t`C3 is empty, but White has stones on all four sides, and the stone would capture nothing: suicide.`],
    ko: [rows(".....", "..wb.", ".w.wb", "..wb.", "....."), t`White has just taken a black stone on C3, from D3. To capture back at once would repeat the position: ko.`],
  };
  const says = el("p", { class: "says", role: "status" });
  const mine = new Board({ size: 5, label: t`What Black knows: C3 was refused` });
  const truth = new Board({ size: 5, label: t`The truth`, truth: true });
  const show = (/** @type {string} */ key) => {
    const [board, text] = truths[key];
    mine.show({ marks: put(own(board, "b"), [12], "q"), tries: [{ point: 12 }] });
    truth.show({ marks: board, wrong: new Set([12]) });
    says.textContent = text;
  };
  const choice = strip(t`The truth was`, [["stone", t`a stone`], ["suicide", t`suicide`], ["ko", t`ko`]], "stone", show);
  show("stone");
  return el("div", { class: "demo" },
    el("div", { class: "pairs" }, el("div", {}, mine.svg, el("p", { class: "cap" }, t`Black knows`)), el("div", {}, truth.svg, el("p", { class: "cap" }, t`The truth`))),
    choice.node, says);
}

/** A capture, seen from both sides. */
function captureDemo() {
  const start = rows(".....", "..b..", ".bw..", "..b..", ".....");
  const says = el("p", { class: "says", role: "status" });
  const black = new Board({ size: 5, label: t`What Black knows`, onpoint: (point) => attempt(point) });
  const white = new Board({ size: 5, label: t`What White knows` });
  const again = el("button", { class: "quiet" }, icon("again"), t`Again`);
  let referee = new ExampleReferee(start);
  let known = own(start, "b");
  let done = false;
  const attempt = (/** @type {number} */ point) => {
    if (done) return;
    const name = pointName(point, 5);
    const ruling = referee.hear("b", point);
    if (ruling.reason) {
      if (ruling.reason !== "own") known = put(known, [point], "q");
      says.textContent = t`\u201c${name} is illegal.\u201d`;
      black.shake();
      sound("refused");
      black.show({ marks: known });
      return;
    }
    known = put(known, [point], "b");
    black.show({ marks: known, last: point });
    if (!ruling.taken.length) {
      says.textContent = t`${name} is legal, but the white stone still has a liberty. Try D3.`;
      return;
    }
    done = true;
    sound("capture");
    const around = ["C4", "B3", "C2", "D3"].map((n) => pointOf(n, 5) ?? 0);
    black.show({ marks: put(known, [12], "e"), last: point });
    white.show({ marks: put(own(referee.truth, "w"), around, "b"), how: new Map(around.map((p) => [p, "border"])), taken: ruling.taken });
    says.textContent = t`Black hears: \u201cyou take 1\u201d. White hears: \u201cyou lose 1 (C3)\u201d, and knows all four stones around it.`;
  };
  const reset = () => {
    referee = new ExampleReferee(start);
    known = own(start, "b");
    done = false;
    black.offer("b");
    black.show({ marks: known });
    white.show({ marks: own(start, "w") });
    says.textContent = t`There is a white stone between your stones. Play D3.`;
  };
  again.addEventListener("click", reset);
  reset();
  return el("div", { class: "demo", id: "demo-capture" },
    el("div", { class: "pairs" }, el("div", {}, black.svg, el("p", { class: "cap" }, t`Black knows: touch it`)), el("div", {}, white.svg, el("p", { class: "cap" }, t`White knows`))),
    says, el("div", { class: "controls" }, again));
}

/** The end of a game, opened and counted. */
function endDemo() {
  const truth = rows("..bw..", ".bbww.", "..bw.w", ".bbbww", "b.b.bw", ".b.bb.");
  const size = 6;
  const says = el("p", { class: "says", role: "status" });
  const board = new Board({ size, label: t`A finished game` });
  const button = el("button", { class: "main" });
  const knew = put(put(own(truth, "b"), [3, 9], "w"), [15], "q");
  let lit = false;
  const show = () => {
    board.options.truth = lit;
    const area = areaOf(truth, size);
    const many = (/** @type {string} */ owner) => [...area].filter((a) => a === owner).length;
    board.show(lit ? { marks: truth, area: emptyArea(truth, size) } : { marks: knew, how: new Map([[3, "refused"], [9, "refused"]]) });
    button.replaceChildren(icon("lamp"), lit ? t`Hide the truth` : t`Both pass`);
    says.textContent = lit ? t`Black has ${many("b")} points, White ${many("w")} and komi.` : t`What Black knows at the end.`;
  };
  button.addEventListener("click", () => { lit = !lit; show(); });
  show();
  return el("div", { class: "demo" }, board.svg, says, el("div", { class: "controls" }, button));
}

function guessLesson() {
  return el("section", { class: "card stack" }, el("h2", {}, t`Advice`),
    el("ul", { class: "small-gap" },
      el("li", {}, ...words(t`*Test points.* Try the point where an enemy stone would be worst for you. Both answers help you.`)),
      el("li", {}, ...words(t`*Stay connected.* A hidden cut is the most common way to lose a group.`)),
      el("li", {}, ...words(t`*Listen.* Your opponent was refused twice? Then your opponent has probably found your stones.`)),
      el("li", {}, ...words(t`*Count.* Your opponent\u2019s moves minus your captures are the enemy stones on the board. Where can they be?`)),
      el("li", {}, ...words(t`*Guess.* Put guess stones where you expect enemy stones. You can move and remove them. Only you see them. They are scored after the game.`))));
}

function firstGame() {
  const button = el("button", { class: "main big", id: "first-game" }, icon("play"), t`A first game with hints`);
  const complaint = el("p", { class: "error", role: "alert" });
  onClickRun(button, complaint, async () => {
    const about = /** @type {About} */ (await ask("/api/about"));
    const sat = /** @type {{ game: string, seat: import("./protocol.js").Seat, token: string }} */ (await ask("/api/games", {
      name: settings.name, color: "black", against: { bot: about.levels[0]?.id }, size: 9, undo: true,
    }));
    holdSeat(sat.game, { token: sat.token, seat: sat.seat, hints: true });
    go(`/game/${sat.game}`);
  });
  return el("section", { class: "card stack center" }, el("h2", {}, t`Ready?`),
    el("p", { class: "soft" }, t`A real game on 9\u00d79 against the weakest bot, with hints beside the board.`), complaint, el("div", {}, button));
}

/** The rule sets. */
function presets() {
  const list = el("dl", { class: "presets" });
  void ask("/api/about").then((about) => {
    for (const preset of /** @type {About} */ (about).presets) list.append(el("dt", {}, ruleSetName(preset.name)), el("dd", {}, fromServer(preset.about)));
  }).catch(() => undefined);
  return el("section", { class: "stack" }, el("h2", {}, t`Rule sets`),
    el("p", { class: "soft" }, t`Clubs and programs differ in what the referee announces. You can choose one of these rule sets for a game:`), list);
}
