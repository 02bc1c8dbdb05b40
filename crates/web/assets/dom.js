// Creates elements. Text is always a text node: no text of a person or of the server is ever parsed as
// markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * @param {Element} node
 * @param {Attributes} attributes
 */
function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") {
      node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} node
 * @param {Child[]} children
 */
function fill(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Makes an element: `el("button", { class: "main", onclick: go }, "Play")`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  setAttributes(node, attributes);
  fill(node, children);
  return node;
}

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function draw(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  setAttributes(node, attributes);
  fill(node, children);
  return node;
}

/**
 * A small icon.
 * @param {string} name
 */
export function icon(name) {
  const path = ICONS[name] ?? "";
  return draw("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: path }));
}

/**
 * A button with an icon before its words.
 * @param {string} classes
 * @param {string} drawing
 * @param {string} words
 * @param {() => unknown} act
 * @param {string} [id]
 */
export function button(classes, drawing, words, act, id) {
  return el("button", { class: classes, id, onclick: act }, icon(drawing), words);
}

/** Icons as paths in a square of 24.
 * @type {Record<string, string>} */
const ICONS = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8 5v14M16 5v14",
  first: "M6 5v14M18 5.5v13L9 12z",
  last: "M18 5v14M6 5.5v13L15 12z",
  back: "M15 5l-7 7 7 7",
  on: "M9 5l7 7-7 7",
  friend: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.3c2 .8 3.2 2.7 3.5 5.7",
  lobby: "M4 6h16M4 12h16M4 18h10",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  desk: "M4 5h16v11H4zM9 20h6M12 16v4M8 9h4M8 12h7",
  book: "M12 6.5C10 5 7 4.5 3.5 4.5v13c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-13C17 4.5 14 5 12 6.5zM12 6.5v13",
  film: "M4 5h16v14H4zM8 5v14M16 5v14M4 12h16",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  both: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 4v16",
  flag: "M6 21V4M6 4.5c5-2 7 2 12 0v9c-5 2-7-2-12 0",
  pass: "M5 12h13M13 6.5l5.5 5.5-5.5 5.5",
  undo: "M4.5 9.5h10a5 5 0 0 1 0 10H9M8.5 5.5l-4 4 4 4",
  guess: "M9.5 9.5a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.8M12 17v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  again: "M5 12a7 7 0 1 1 2.2 5.1M5 17.5v-4h4",
  down: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  copy: "M9 9h10v11H9zM5 15V4h10",
  more: "M6 12h.1M12 12h.1M18 12h.1",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  lamp: "M12 3v3M9 6h6l2.5 9h-11zM8 18.5h8M10 21h4",
};
