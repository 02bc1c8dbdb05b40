// The referee's desk: an operator enters what two people at real boards say. Kage rules on it, tells the
// operator what to announce to whom, and keeps the record.

import { pointName, pointOf } from "./board.js";
import { el, icon } from "./dom.js";
import { frameText } from "./replay-player.js";
import { onClickRun, gameFields, levelSelect, nameField, select } from "./form.js";
import { Log } from "./log.js";
import { Refusal, Stream, ask } from "./net.js";
import { heldSeat, holdSeat, noteSeat } from "./settings.js";
import { Strips } from "./seat-strips.js";
import { go, setTitle, errorPage } from "./page-frame.js";
import { sound } from "./sound.js";
import { ThreeBoards } from "./three-boards.js";
import { emptyArea, toggleChain } from "./stones.js";
import { rulesPanel } from "./rules-panel.js";
import { bothNames, colourName, count, disc, letter, personName, resultWords, sentence } from "./text.js";
import { fromServer, t } from "./words.js";

/** @typedef {import("./protocol.js").About} About */
/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Clocks} Clocks */
/** @typedef {import("./protocol.js").Message} Message */
/** @typedef {import("./protocol.js").Scene} Scene */
/** @typedef {import("./protocol.js").Seat} Seat */

/** @type {import("./page-frame.js").Page} */
export async function page(place, game) {
  setTitle(t`The referee\u2019s desk`);
  if (!game) {
    place.append(await newDesk());
    return undefined;
  }
  const held = heldSeat(game);
  if (held?.seat !== "desk") {
    place.append(errorPage(t`This desk belongs to somebody else`, t`Only the browser that opened it can enter tries.`,
      el("a", { class: "button main", href: `/watch/${game}` }, t`Watch`)));
    return undefined;
  }
  const desk = new Desk(place, game, held.token);
  return () => desk.close();
}

async function newDesk() {
  const about = /** @type {About} */ (await ask("/api/about"));
  const black = nameField(t`Black`, about.nameLength);
  const white = nameField(t`White`, about.nameLength);
  const bot = select(t`Kage plays`, [["", t`nobody: two people`], ["white", t`White`], ["black", t`Black`]], "");
  const level = levelSelect(t`Level`, about, about.levels[about.levels.length - 1]?.id);
  const fields = gameFields(about, level.fit, "common");
  const fit = () => {
    level.node.hidden = bot.list.value === "";
    black.disabled = bot.list.value === "black";
    white.disabled = bot.list.value === "white";
  };
  bot.list.addEventListener("change", fit);
  fit();
  const button = el("button", { class: "main big", id: "open-desk" }, icon("desk"), t`Open the desk`);
  const complaint = el("p", { class: "error", role: "alert" });
  onClickRun(button, complaint, async () => {
    const seat = bot.list.value;
    const made = /** @type {{ game: string, token: string }} */ (await ask("/api/desks", {
      ...fields.read(), black: black.value.trim() || t`Black`, white: white.value.trim() || t`White`,
      bot: seat ? { seat, level: level.list.value } : null,
    }));
    holdSeat(made.game, { token: made.token, seat: "desk" });
    go(`/desk/${made.game}`);
  });
  return el("div", { class: "two desk-door" },
    el("div", { class: "stack" }, el("h1", {}, t`The referee\u2019s desk`),
      el("p", { class: "lead" }, t`Two people sit back to back at real boards. They tell you their tries quietly. You enter them, and Kage tells you what to announce to whom. Kage keeps all three boards.`),
      el("p", { class: "soft" }, t`Or one person plays against Kage, and you are between them.`),
      truthWarning()),
    el("section", { class: "card stack" },
      el("div", { class: "fields" }, el("label", { class: "field" }, t`Black`, black), el("label", { class: "field" }, t`White`, white)),
      el("div", { class: "fields" }, bot.node, level.node), fields.size, fields.more, complaint, button));
}

/** The most important thing at a desk. */
const truthWarning = () => el("p", { class: "truth-warning" }, icon("eye"),
  el("span", {}, el("b", {}, t`This screen shows the truth.`), t` Turn it away from the players.`));

class Desk {
  banner = el("div", { class: "banner", role: "status", hidden: true }, icon("again"), el("p", {}, t`The connection is lost. The page reconnects by itself; nothing is lost.`));
  strips = new Strips();
  says = { black: el("div", { class: "announce" }), white: el("div", { class: "announce" }) };
  prompt = el("p", { class: "status", id: "status", role: "status" }, t`Opening the desk\u2026`);
  field = el("input", { type: "text", id: "entry", autocomplete: "off", spellcheck: "false", maxlength: 8, "aria-label": t`What was said: a point, pass or resign` });
  complaint = el("p", { class: "error", role: "alert" });
  log = new Log(t`What happened`);
  three = el("div");
  rulesPlace = el("div");
  seq = 0;
  busy = false;
  /** @type {Card | null} */
  card = null;
  /** @type {ThreeBoards | null} */
  boards = null;
  /** @type {Scene[]} */
  scenes = [];
  /** @type {Set<number>} Stones that the two people call dead. */
  dead = new Set();

  /** @param {HTMLElement} place @param {string} game @param {string} token */
  constructor(place, game, token) {
    this.place = place;
    this.game = game;
    const enter = (/** @type {string} */ choice) => () => this.enter(choice);
    this.doing = {
      rule: el("button", { class: "main", id: "rule", onclick: () => this.enter(this.field.value) }, icon("check"), t`Rule`),
      pass: el("button", { id: "pass", onclick: enter("pass") }, icon("pass"), t`Pass`),
      resign: el("button", { class: "quiet", id: "resign", onclick: () => this.askResign() }, icon("flag"), t`Resigns`),
      back: el("button", { class: "quiet", id: "back", onclick: () => this.back() }, icon("undo"), t`Take back`),
    };
    this.field.addEventListener("keydown", (event) => { if (event.key === "Enter") void this.enter(this.field.value); });
    this.ends = el("div", { class: "row", hidden: true });
    this.entry = el("div", { class: "row entry" }, this.field, this.doing.rule, this.doing.pass, this.doing.resign, this.doing.back);
    place.append(el("h1", { class: "unseen" }, t`The referee\u2019s desk`), this.banner, el("div", { class: "stack" }, truthWarning(),
      el("div", { class: "two seats" },
        el("div", { class: "stack tight" }, this.strips.black.node, this.says.black),
        el("div", { class: "stack tight" }, this.strips.white.node, this.says.white)),
      el("section", { class: "card desk-entry" }, this.prompt, this.entry, this.complaint, this.ends),
      this.three, el("section", { class: "panel" }, el("h2", {}, t`The record`), this.log.node), this.rulesPlace));
    this.stream = new Stream({
      first: () => ({ type: "desk", token, after: this.seq }),
      hear: (message) => this.hear(message),
      state: (state, say) => this.line(state, say),
    });
  }

  close() {
    this.stream.close();
    this.strips.stop();
  }

  /** @param {"open" | "lost" | "refused"} state @param {string} say */
  line(state, say) {
    this.banner.hidden = state !== "lost";
    if (state !== "refused") return;
    this.close();
    this.place.replaceChildren(errorPage(t`The desk cannot be opened`, sentence(say)));
  }

  /** @param {Message} message */
  hear(message) {
    if (message.type === "stage") {
      if (!this.boards) {
        this.boards = new ThreeBoards(message.game, (point) => this.pick(point));
        this.three.replaceChildren(this.boards.node);
        this.rulesPlace.replaceChildren(rulesPanel(message.game));
      }
      this.take(message.scenes, message.clocks, message.game);
    } else if (message.type === "scene") {
      this.take([message.scene], message.clocks, message.game);
      sound(message.scene.kind === "refused" ? "refused" : message.scene.taken.length ? "capture" : "stone");
    }
  }

  /** @param {Scene[]} scenes @param {Clocks | null} clocks @param {Card} card */
  take(scenes, clocks, card) {
    for (const scene of scenes) {
      if (scene.seq <= this.seq) continue;
      this.seq = scene.seq;
      this.scenes.push(scene);
      this.log.add(scene.move, frameText(scene), { class: scene.kind === "refused" ? "refused" : "" });
    }
    this.log.toEnd();
    this.card = card;
    this.strips.setClocks(clocks);
    this.render();
  }

  get now() { return this.scenes[this.scenes.length - 1]; }

  render() {
    const { card, now } = this;
    if (!card || !now) return;
    setTitle(t`Desk: ${bothNames(card)}`);
    const counts = this.markable ? { truth: { dead: this.dead, area: emptyArea(now.boards.truth, card.size, this.dead) } } : {};
    this.boards?.show(now, this.triesNow(), counts);
    for (const seat of /** @type {Seat[]} */ (["black", "white"])) {
      this.strips[seat].show(personName(card, seat), [], now.turn === seat);
      const words = now.words[seat];
      this.says[seat].replaceChildren(el("span", { class: "small soft" }, t`Say to ${colourName(seat)}`),
        ...(words.length ? words.map((line) => el("p", {}, sentence(fromServer(line)))) : [el("p", { class: "soft" }, t`nothing`)]));
    }
    this.renderEntry(card, now);
  }

  /** @param {Card} card @param {Scene} now */
  renderEntry(card, now) {
    const isOver = card.state === "over" || now.turn === null;
    this.entry.hidden = isOver;
    this.ends.hidden = !isOver;
    if (isOver) {
      noteSeat(this.game, { over: true });
      this.prompt.textContent = t`${resultWords(card.result ?? now.result)}.`;
      this.ends.replaceChildren(...(this.markable ? [this.settleNode()] : []), el("a", { class: "button main", href: `/replay/${this.game}`, id: "to-replay" }, icon("film"), t`Replay and files`),
        el("a", { class: "button", href: "/desk" }, t`Another game`));
      return;
    }
    const turn = /** @type {Seat} */ (now.turn);
    const isBot = Boolean(card[turn].bot);
    this.prompt.replaceChildren(disc(letter(turn)), isBot ? t` ${personName(card, turn)} is thinking\u2026` : t` ${personName(card, turn)} says:`);
    this.field.disabled = isBot;
    this.field.placeholder = "D5";
    for (const button of [this.doing.rule, this.doing.pass, this.doing.resign]) button.disabled = isBot;
    this.doing.back.disabled = this.scenes.length < 2;
    if (!isBot && document.activeElement === document.body) this.field.focus();
  }

  /** Can dead stones be marked? Only once, by two people, after a count. */
  get markable() {
    const { card, now } = this;
    return card?.state === "over" && /^([BW]\+\d|0|Draw)/i.test(card.result ?? "") && !card.black.bot && !card.white.bot
      && now?.kind === "passed";
  }

  settleNode() {
    const stones = [...this.dead].map((point) => pointName(point, this.card?.size ?? 9));
    return el("div", { class: "confirm" }, el("p", {}, t`Do both people agree on dead stones? Touch these stones on a board.`),
      el("button", { id: "settle", disabled: stones.length === 0, onclick: () => this.say({ type: "mark", dead: stones }) },
        stones.length ? t`Count without ${count(stones.length, "stone")}` : t`None`));
  }

  /** @param {number} point */
  toggleDead(point) {
    const { card, now } = this;
    if (!card || !now || !"bw".includes(now.boards.truth[point])) return;
    toggleChain(this.dead, now.boards.truth, card.size, point);
    this.render();
  }

  triesNow() {
    const end = this.scenes.length;
    let first = end;
    while (this.scenes[first - 1]?.kind === "refused") first -= 1;
    return this.scenes.slice(first, end);
  }

  /** A click on a board fills in the point. The button "Rule" enters it. @param {number} point */
  pick(point) {
    if (this.markable) this.toggleDead(point);
    if (!this.card || this.field.disabled || this.entry.hidden) return;
    this.field.value = pointName(point, this.card.size);
    this.field.focus();
  }

  /** @param {string} said */
  async enter(said) {
    const { card, now } = this;
    const choice = said.trim();
    if (!card || !now?.turn || this.busy || !choice) return;
    const point = pointOf(choice, card.size);
    const word = choice.toLowerCase();
    if (point === null && word !== "pass" && word !== "resign") {
      this.complaint.textContent = t`\u201c${choice}\u201d is no point of this board. Write it as ${pointName(0, card.size)}, or write pass or resign.`;
      return;
    }
    await this.say({ type: "enter", seat: now.turn, choice: point === null ? word : pointName(point, card.size) });
    this.field.value = "";
    this.field.focus();
  }

  askResign() {
    const { resign } = this.doing;
    if (resign.dataset.sure) {
      delete resign.dataset.sure;
      resign.lastChild?.replaceWith(t`Resigns`);
      void this.enter("resign");
      return;
    }
    resign.dataset.sure = "yes";
    resign.lastChild?.replaceWith(t`Resigns: sure?`);
    setTimeout(() => { delete resign.dataset.sure; resign.lastChild?.replaceWith(t`Resigns`); }, 3000);
  }

  back() {
    void this.say({ type: "back" });
    this.field.focus();
  }

  /** @param {Record<string, unknown>} message */
  async say(message) {
    this.busy = true;
    this.complaint.textContent = "";
    try {
      await this.stream.say(message);
    } catch (error) {
      this.complaint.textContent = error instanceof Refusal ? sentence(error.message) : String(error);
    }
    this.busy = false;
  }
}
