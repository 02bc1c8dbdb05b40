// The log: what was heard, line by line. Screen readers read new lines.

import { el } from "./dom.js";
import { sentence } from "./text.js";
import { fromServer, t } from "./words.js";

/** @typedef {import("./dom.js").Attributes} Attributes */
/** @typedef {import("./protocol.js").News} News */

export class Log {
  list = el("ol");

  /** @param {string} label what a screen reader calls it */
  constructor(label) {
    this.node = el("div", { class: "log", id: "log", role: "log", "aria-label": label, tabindex: 0 }, this.list);
  }

  /** @param {number} move @param {string} words @param {Attributes} attributes */
  add(move, words, attributes) {
    this.list.append(el("li", attributes, el("span", {}, move || ""), el("span", {}, words)));
  }

  toEnd() {
    this.node.scrollTop = this.node.scrollHeight;
  }
}

/** The log of one seat: what the referee said. */
export class NewsLog extends Log {
  /** @type {News[]} */
  shown = [];
  many = 0;
  /** The words of the last refused try of the opponent, and how many there were in a row. */
  tried = "";
  tries = 0;

  /** Adds the new entries. A different array is a new log, shown from its beginning. @param {News[]} all */
  show(all) {
    if (all !== this.shown) {
      this.list.replaceChildren();
      [this.shown, this.many] = [all, 0];
    }
    if (this.many === all.length) return;
    for (; this.many < all.length; this.many += 1) this.addNews(all[this.many], all[this.many - 1]);
    this.toEnd();
  }

  /** @param {News} news @param {News | undefined} before */
  addNews(news, before) {
    if (news.kind === "tried" && before?.kind === "tried") {
      this.countTry();
      return;
    }
    const mine = news.kind === "accepted" || news.kind === "refused";
    const big = (news.taken ?? 0) > 0 || (news.lost?.length ?? 0) > 0 || ["over", "settled", "undone"].includes(news.kind);
    const classes = [news.kind === "refused" ? "refused" : mine ? "mine" : "theirs", big ? "big" : ""];
    const words = sentence(fromServer(news.words));
    if (news.kind === "tried") [this.tried, this.tries] = [words, 1];
    this.add(news.move, words, { class: classes.join(" "), "data-kind": news.kind });
  }

  /** Several refused tries of the opponent in a row are one line with a number. */
  countTry() {
    const words = this.list.lastElementChild?.lastElementChild;
    if (!words) return;
    this.tries += 1;
    words.textContent = t`${this.tried}, ${this.tries} times`;
  }
}
