// A finished game: the replay, and for each seat what it knew, what it could have believed, and where
// that was wrong.

import { el, icon } from "./dom.js";
import { ReplayPlayer } from "./replay-player.js";
import { strip } from "./form.js";
import { Refusal, ask } from "./net.js";
import { setTitle, errorPage } from "./page-frame.js";
import { PlayOnPanel } from "./play-on.js";
import { emptyArea } from "./stones.js";
import { bothNames, cardWords, colourName, count, letter, other, resultWords, sentence } from "./text.js";
import { fromServer, t } from "./words.js";

/** @typedef {import("./protocol.js").About} About */
/** @typedef {import("./protocol.js").Belief} Belief */
/** @typedef {import("./protocol.js").Replay} Replay */
/** @typedef {import("./protocol.js").Scene} Scene */
/** @typedef {import("./protocol.js").Seat} Seat */

/** A stone with a smaller chance was unexpected. An empty point with a larger chance was wrong. */
const UNEXPECTED = 0.15;
const EXPECTED = 0.6;

/** @type {import("./page-frame.js").Page} */
export async function page(place, game) {
  /** @type {Replay} */
  let replay;
  try {
    replay = await ask(`/api/games/${game}/replay`);
  } catch (error) {
    const early = error instanceof Refusal && error.code === "not-over";
    place.append(errorPage(early ? t`The game is not over` : t`There is no such game`, sentence(error instanceof Error ? error.message : ""),
      ...(early ? [el("a", { class: "button main", href: `/watch/${game}` }, t`Watch it`)] : [])));
    return undefined;
  }
  const page_ = new ReplayPage(place, game, replay);
  return () => page_.close();
}

class ReplayPage {
  /** @type {"" | Seat} */
  seat = "";
  /** @type {Map<string, Promise<Belief>>} */
  beliefs = new Map();
  beliefWords = el("div", { class: "stack", id: "belief" });

  /** @param {HTMLElement} place @param {string} game @param {Replay} replay */
  constructor(place, game, replay) {
    this.game = game;
    this.replay = replay;
    const card = replay.game;
    setTitle(bothNames(card));
    this.player = new ReplayPlayer(card, { onshow: (scene, at) => this.shown(scene, at) });
    this.playOn = new PlayOnPanel(game, card);
    const link = el("button", { id: "link", title: t`Copy a link to this move`, onclick: () => this.copyLink() }, icon("link"), t`Link`);
    this.link = link;
    const file = (/** @type {string} */ kind, /** @type {string} */ words) =>
      el("a", { class: "button", href: `/api/games/${game}/${kind}`, download: `${game}.${kind === "sgf" ? "sgf" : "txt"}` }, icon("down"), words);
    place.append(el("div", { class: "stack" },
      el("div", { class: "row spread" },
        el("div", {}, el("h1", {}, bothNames(card)),
          el("p", { class: "soft small" }, `${resultWords(card.result)} \u00b7 ${count(card.moves, "move")} \u00b7 ${cardWords(card)}`)),
        el("div", { class: "row" }, link, file("sgf", "SGF"), file("text", t`Text`))),
      this.player.node, el("div", { class: "two" }, this.beliefPanel(), el("div", { class: "stack" }, this.playOn.node, this.facts()))));
    this.player.add(replay.scenes);
    this.player.show(0);
    this.readAddress();
    this.onhash = () => this.readAddress();
    addEventListener("hashchange", this.onhash);
  }

  close() {
    this.player.close();
    removeEventListener("hashchange", this.onhash);
  }

  // ---- The address: #move=34&try=1&seat=black ----

  readAddress() {
    const words = new URLSearchParams(location.hash.slice(1));
    const plain = /^#\d+$/.test(location.hash) ? location.hash.slice(1) : null;
    const move = words.get("move") ?? plain;
    if (move === null) return;
    const { scenes } = this.player;
    const at = scenes.findIndex((scene) => scene.move === Number(move) && scene.kind !== "refused");
    this.player.show(Math.max(0, at) + (Number(words.get("try")) || 0));
  }

  address() {
    const scene = this.player.scenes[this.player.at];
    const tries = scene.kind === "refused" ? this.player.triesAt(this.player.at).length : 0;
    return `#move=${scene.move}${tries ? `&try=${tries}` : ""}`;
  }

  async copyLink() {
    const address = location.origin + location.pathname + this.address();
    await navigator.clipboard?.writeText(address).catch(() => undefined);
    this.link.lastChild?.replaceWith(t`Copied`);
    setTimeout(() => this.link.lastChild?.replaceWith(t`Link`), 1500);
  }

  // ---- What a seat could have believed ----

  beliefPanel() {
    const seats = strip(t`Seat`, [["", t`none`], ["black", t`Black`], ["white", t`White`]], "", (seat) => {
      this.seat = /** @type {"" | Seat} */ (seat);
      this.player.show(this.player.at);
      this.player.three.bring(seat === "white" ? 2 : seat === "black" ? 0 : 1);
    });
    return el("section", { class: "card stack" }, el("h2", {}, t`What a seat could have believed`), seats.node, this.beliefWords);
  }

  /** @param {Scene} scene @param {number} at */
  shown(scene, at) {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => history.replaceState(null, "", this.address()), 150);
    if (at === this.player.scenes.length - 1) this.showEnd(scene);
    this.playOn.scene = scene;
    clearTimeout(this.asking);
    if (!this.seat) {
      this.beliefWords.replaceChildren(el("p", { class: "note" },
        t`Choose a seat. Its board then shows a heat map: where a hidden enemy stone was likely, from what the seat had heard. Rings on the true board mark stones that were very unlikely.`));
      return;
    }
    this.asking = setTimeout(() => void this.showBelief(scene, at), 120);
  }

  /** The last frame shows the counted board. @param {Scene} scene */
  showEnd(scene) {
    if (!/^[BW]\+\d/.test(this.replay.game.result ?? "")) return;
    const { size } = this.replay.game;
    const dead = new Set(this.player.three.points(this.replay.dead));
    this.player.three.show(scene, [], { truth: { area: emptyArea(scene.boards.truth, size, dead), dead } });
  }

  /** @param {Scene} scene @param {number} at */
  async showBelief(scene, at) {
    const seat = /** @type {Seat} */ (this.seat);
    const key = `${seat}&scene=${scene.seq}`;
    if (!this.beliefs.has(key)) this.beliefs.set(key, ask(`/api/games/${this.game}/belief?seat=${key}`));
    this.beliefWords.replaceChildren(el("p", { class: "note" }, t`Sampling worlds\u2026`));
    /** @type {Belief} */
    let belief;
    try {
      belief = await /** @type {Promise<Belief>} */ (this.beliefs.get(key));
    } catch (error) {
      this.beliefs.delete(key);
      if (this.player.at !== at || this.seat !== seat) return;
      if (error instanceof Refusal && (error.code === "busy" || error.code === "slow-down")) {
        this.asking = setTimeout(() => void this.showBelief(scene, at), 1500);
        return;
      }
      this.beliefWords.replaceChildren(el("p", { class: "error" }, error instanceof Error ? error.message : String(error)));
      return;
    }
    if (this.player.at !== at || this.seat !== seat) return;
    this.paintBelief(scene, at, seat, belief);
  }

  /** @param {Scene} scene @param {number} at @param {Seat} seat @param {Belief} belief */
  paintBelief(scene, at, seat, belief) {
    const enemy = letter(other(seat));
    const heat = belief.hidden.map((chance) => chance / 100);
    const { truth } = scene.boards;
    const unknown = heat.map((chance, point) => ("bw".includes(scene.boards[seat][point]) ? 0 : chance));
    const hidden = [...truth].flatMap((mark, point) => (mark === enemy && scene.boards[seat][point] !== enemy ? [point] : []));
    const blind = hidden.filter((point) => heat[point] < UNEXPECTED);
    const false_ = heat.flatMap((chance, point) => (chance > EXPECTED && truth[point] !== enemy ? [point] : []));
    this.player.three.show(scene, this.player.triesAt(at), {
      [seat]: { heat: unknown, heatColor: enemy },
      truth: { wrong: new Set([...blind, ...false_]) },
    });
    const found = hidden.length ? hidden.reduce((sum, point) => sum + heat[point], 0) / hidden.length : 1;
    this.beliefWords.replaceChildren(
      el("p", {}, this.beliefStory(seat, hidden.length, found, blind.length, false_.length)),
      el("details", { hidden: belief.certain.length === 0 }, el("summary", {}, t`What was certain (${belief.certain.length})`),
        el("ul", { class: "small" }, ...belief.certain.map((line) => el("li", {}, sentence(fromServer(line)))))),
      el("p", { class: "note" }, t`From ${count(belief.worlds, "world")} in which the seat would have heard the same (${fromServer(belief.health)}).`));
  }

  /**
   * @param {Seat} seat
   * @param {number} hidden
   * @param {number} found
   * @param {number} blind
   * @param {number} wrong
   */
  beliefStory(seat, hidden, found, blind, wrong) {
    if (hidden === 0) return t`Every enemy stone was known to ${colourName(seat)}.`;
    const share = t`${count(hidden, "stone")} of ${colourName(other(seat))}\u2019s ${hidden === 1 ? "was" : "were"} hidden; the sampled worlds have them on the right points with a probability of ${Math.round(100 * found)}%.`;
    const ringed = [blind ? t`${count(blind, "stone")} ${blind === 1 ? "was" : "were"} on points where hardly any world has a stone` : "", wrong ? t`${count(wrong, "point")} ${wrong === 1 ? "was" : "were"} without a stone where most worlds have one` : ""].filter(Boolean);
    return ringed.length ? t`${share} Ringed on the true board: ${ringed.join(t`, and `)}.` : share;
  }

  // ---- Facts about the whole game ----

  facts() {
    const { replay } = this;
    const lines = /** @type {Seat[]} */ (["black", "white"]).flatMap((seat) => [this.fallLine(seat), this.guessLine(seat), this.triesLine(seat)]);
    const { score } = replay;
    return el("section", { class: "card stack" }, el("h2", {}, t`The game`),
      el("ul", { class: "plain" }, ...lines.filter((line) => line !== null)),
      score && /^[BW]\+\d/.test(replay.game.result ?? "") ? el("p", { class: "soft numbers" }, t`Counted: Black ${score.black}, White ${score.white} and komi ${score.komi}.`) : null,
      el("p", { class: "note" }, t`Keys: \u2190 and \u2192 step through tries, with Shift through moves; Space plays.`));
  }

  /** The largest fall of the chance to win that a seat gave itself. @param {Seat} seat */
  fallLine(seat) {
    const chances = this.replay.scenes.flatMap(({ chance, mover }, at) => (chance !== null && mover === seat ? [{ at, chance }] : []));
    let worst = { at: -1, from: 0, to: 0 };
    chances.forEach(({ at, chance }, i) => {
      const from = chances[i - 1]?.chance ?? chance;
      if (from - chance > worst.from - worst.to) worst = { at, from, to: chance };
    });
    if (worst.from - worst.to < 0.1) return null;
    const scene = this.replay.scenes[worst.at];
    const percent = (/** @type {number} */ c) => `${Math.round(100 * c)}%`;
    const button = el("button", { class: "quiet inline", onclick: () => this.player.go(worst.at) }, t`move ${scene.move}`);
    return el("li", {}, t`${colourName(seat)}\u2019s own estimate of its chance to win fell most before `, button, t`: from ${percent(worst.from)} to ${percent(worst.to)}.`);
  }

  /** @param {Seat} seat */
  guessLine(seat) {
    const guess = this.replay.guesses[seat];
    if (!guess) return null;
    return el("li", {}, t`${colourName(seat)}\u2019s guess stones: ${guess.right} right, ${guess.wrong} wrong, ${guess.missed} hidden stones not guessed.`);
  }

  /** @param {Seat} seat */
  triesLine(seat) {
    const refused = this.replay.scenes.filter((scene) => scene.kind === "refused" && scene.mover === seat);
    const { hints } = this.replay.game[seat];
    const other_ = refused.filter((scene) => scene.reason === "suicide" || scene.reason === "ko").length;
    const more = other_ ? t`, ${other_} of them for suicide or ko` : "";
    return el("li", {}, t`${colourName(seat)}: ${count(refused.length, "try", "tries")} refused${more}${hints ? t`; ${count(hints, "hint")}` : ""}.`);
  }
}
