// The language of the page, and its texts in this language.
//
// Texts are written in English in the code, as t`...`. The English text, with {0}, {1} for its values, is the
// key in the catalogue. The catalogue is loaded only for other languages.

import { settings } from "./settings.js";

/** The languages by their codes, with their own names. @type {[string, string][]} */
export const CHOICES = [["en", "English"], ["zh", "\u7b80\u4f53\u4e2d\u6587"], ["ja", "\u65e5\u672c\u8a9e"]];

/** The language that the user chose, or the first one of the browser that the page has. */
export const language = [settings.language, ...navigator.languages].map((one) => one.slice(0, 2))
  .find((code) => CHOICES.some(([known]) => known === code)) ?? "en";

const catalogue = language === "en" ? null : await import("./catalogue.js");
const column = catalogue?.LANGUAGES.indexOf(language) ?? 0;

/** @param {string} text @param {unknown[]} values */
const fill = (text, values) => text.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)] ?? ""));

/**
 * A text in the language of the page: t`You took ${n}`.
 * @param {TemplateStringsArray} parts
 * @param {...unknown} values
 */
export function t(parts, ...values) {
  const key = parts.reduce((text, part, at) => `${text}{${at - 1}}${part}`);
  return fill(catalogue?.PAGE[key]?.[column] ?? key, values);
}

/**
 * A number with its noun. Only English has two forms.
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function count(n, one, many = `${one}s`) {
  const key = `{0} ${n === 1 ? one : many}`;
  return fill(catalogue?.PAGE[key]?.[column] ?? key, [n]);
}

/** The sentences of the server that have values in them. */
const PATTERNS = Object.entries(catalogue?.SERVER ?? {}).filter(([key]) => key.includes("{0}")).map(([key, texts]) => {
  const pattern = key.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d\}/g, "(.+)");
  return { pattern: new RegExp(`^${pattern}$`), text: texts[column] };
});

/** @param {string} text @returns {string | null} */
function sentenceOfServer(text) {
  const known = catalogue?.SERVER[text];
  if (known) return known[column];
  for (const { pattern, text: translated } of PATTERNS) {
    const found = pattern.exec(text);
    if (found) return fill(translated, found.slice(1).map(fromServer));
  }
  return null;
}

/** What the server said in English. The referee's words are clauses with commas between them. @param {string} text @returns {string} */
export function fromServer(text) {
  if (!catalogue) return text;
  const clauses = () => text.split(/, (?!\d+ white)/).map((clause) => sentenceOfServer(clause) ?? clause);
  return sentenceOfServer(text) ?? clauses().join(language === "zh" ? "\uff0c" : "\u3001");
}

/** A name: people choose theirs, but guests and bots are named by the server. @param {string} name */
export function nameWords(name) {
  const guest = /^Guest (\d+)$/.exec(name);
  if (guest) return t`Guest ${guest[1]}`;
  return name.startsWith("Kage, ") ? `Kage, ${fromServer(name.slice(6))}` : name;
}
