// The form fields of a new game, for the home page and the desk.

import { el } from "./dom.js";
import { settings } from "./settings.js";
import { levelText, ruleSetName } from "./text.js";
import { fromServer, nameWords, t } from "./words.js";

/** @typedef {import("./protocol.js").About} About */
/** @typedef {import("./protocol.js").ClockRules} ClockRules */

/** @type {Record<string, [string, ClockRules | null]>} */
const CLOCKS = {
  none: [t`No clock`, null],
  blitz: [t`5 min + 5 s a move`, { main: 300, increment: 5 }],
  quick: [t`10 min + 10 s a move`, { main: 600, increment: 10 }],
  calm: [t`20 min + 3 \u00d7 30 s`, { main: 1200, periods: 3, period: 30 }],
  long: [t`30 min`, { main: 1800 }],
};

/** The komi of the rules is for boards from this size on. On smaller boards it would decide the game; there half a
 * point only prevents a draw. */
const SMALL = 7;
const SMALL_KOMI = 0.5;

let forms = 0;

/**
 * A few choices, as a strip of radio buttons.
 * @param {string} legend
 * @param {[string, Node | string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} [onchange]
 */
export function strip(legend, choices, chosen, onchange) {
  forms += 1;
  const name = `strip${forms}`;
  const inputs = choices.map(([value]) => el("input", { type: "radio", name, value, checked: value === chosen }));
  const node = el("fieldset", {}, el("legend", {}, legend),
    el("div", { class: "strip" }, ...choices.map(([, words], at) => el("label", {}, inputs[at], words))));
  node.addEventListener("change", () => onchange?.(read()));
  const read = () => inputs.find((input) => input.checked)?.value ?? chosen;
  /** Gives the choices other words. @param {string[]} words */
  const rename = (words) => inputs.forEach((input, at) => input.nextSibling?.replaceWith(words[at]));
  return { node, read, rename };
}

/**
 * @param {string} label
 * @param {[string, string][]} choices
 * @param {string} [chosen]
 */
export function select(label, choices, chosen) {
  const list = el("select", {}, ...choices.map(([value, words]) =>
    el("option", { value, selected: value === chosen }, words)));
  return { node: el("label", { class: "field" }, label, list), list };
}

/** A list of the levels, by the names that they have on a board. @param {string} label @param {About} about @param {string} [chosen] */
export function levelSelect(label, about, chosen) {
  const { node, list } = select(label, about.levels.map((level) => [level.id, levelText(level, 9).title]), chosen);
  const fit = (/** @type {number} */ size) => about.levels.forEach((level, at) => { list.options[at].textContent = levelText(level, size).title; });
  return { node, list, fit };
}

/**
 * Size, rules, komi, handicap and clock.
 * @param {About} about
 * @param {(size: number) => void} onsize is told the size of the board, now and after each change
 * @param {string} [preset]
 */
export function gameFields(about, onsize, preset = "borsboom") {
  const usual = about.sizes.usual.map(String);
  const size = strip(t`Board`, [...usual.map((n) => /** @type {[string, string]} */ ([n, `${n}\u00d7${n}`])), ["other", "\u2026"]],
    usual.includes("9") ? "9" : usual[0], () => fit());
  const otherSize = el("input", {
    type: "number", min: about.sizes.least, max: about.sizes.most, value: 7, "aria-label": t`Lines on the board`,
  });
  const rules = select(t`Rules`, about.presets.map((p) => [p.rules, ruleSetName(p.name)]), preset);
  const rulesNote = el("p", { class: "note" });
  const komi = el("input", { type: "number", step: 0.5 });
  const handicap = select(t`Handicap`, [["0", t`none`]], "0");
  const clock = select(t`Clock`, Object.entries(CLOCKS).map(([key, [words]]) => [key, words]), "none");

  const sizeNow = () => (size.read() === "other" ? Number(otherSize.value) : Number(size.read()));
  function fit() {
    otherSize.hidden = size.read() !== "other";
    const most = about.handicap.find((h) => h.size === sizeNow())?.most ?? 0;
    const kept = Number(handicap.list.value) <= most ? handicap.list.value : "0";
    const stones = Array.from({ length: Math.max(0, most - 1) }, (_, at) => String(at + 2));
    handicap.list.replaceChildren(...["0", ...stones].map((n) =>
      el("option", { value: n, selected: n === kept }, n === "0" ? t`none` : t`${n} stones`)));
    handicap.list.disabled = most === 0;
    fitKomi();
    onsize(sizeNow());
  }
  const preset_ = () => about.presets.find((p) => p.rules === rules.list.value);
  const usualKomi = () => (sizeNow() < SMALL ? SMALL_KOMI : preset_()?.komi ?? SMALL_KOMI);
  function fitKomi() {
    komi.max = String(sizeNow() ** 2);
    komi.min = String(-(sizeNow() ** 2));
    komi.placeholder = String(usualKomi());
  }
  function explain() {
    rulesNote.textContent = fromServer(preset_()?.about ?? "");
    fitKomi();
  }
  otherSize.addEventListener("input", fit);
  rules.list.addEventListener("change", explain);
  fit();
  explain();
  return {
    size: el("div", { class: "stack tight" }, size.node, otherSize),
    more: el("div", { class: "stack" },
      el("div", { class: "fields" }, rules.node, el("label", { class: "field" }, t`Komi`, komi), handicap.node, clock.node),
      rulesNote),
    read: () => ({
      size: sizeNow(),
      rules: rules.list.value,
      komi: komi.value === "" ? usualKomi() : Number(komi.value),
      handicap: Number(handicap.list.value),
      clock: CLOCKS[clock.list.value]?.[1] ?? null,
    }),
  };
}

/**
 * Runs an action on a click, and shows its error beside the button.
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} complaint
 * @param {() => Promise<void>} act
 */
export function onClickRun(button, complaint, act) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    complaint.textContent = "";
    try {
      await act();
    } catch (error) {
      complaint.textContent = error instanceof Error ? error.message : String(error);
    }
    button.disabled = false;
  });
}

/** @param {string} placeholder @param {number} [most] */
export function nameField(placeholder, most = 24) {
  return el("input", { type: "text", maxlength: most, placeholder, autocomplete: "nickname", spellcheck: "false" });
}

/** Asks for the user's name, once: afterwards this browser keeps it, and it can be changed. @param {number} [most] */
export function nameChoice(most) {
  const field = nameField(t`Guest`, most);
  field.value = settings.name;
  const asked = el("label", { class: "field" }, t`Your name`, field);
  const change = el("button", { class: "quiet inline", onclick: () => { node.replaceChildren(asked); field.focus(); } }, t`Change`);
  const node = el("div", { class: "your-name" }, settings.name
    ? el("p", { class: "note" }, t`You play as `, el("b", {}, nameWords(settings.name)), ". ", change) : asked);
  return { node, read: () => field.value.trim(), isKept: settings.name !== "" };
}
