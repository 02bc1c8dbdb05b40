// The frame of every page: the header with its buttons, and the routes between pages.

import { draw, el, icon } from "./dom.js";
import { settings } from "./settings.js";
import { CHOICES, language, t } from "./words.js";

/** @typedef {(place: HTMLElement, ...words: string[]) => void | (() => void) | Promise<void | (() => void)>} Page */

/** @type {[RegExp, () => Promise<{ page: Page }>, string][]} */
const ROUTES = [
  [/^\/$/, () => import("./home.js"), "/"],
  [/^\/lobby$/, () => import("./lobby.js"), "/lobby"],
  [/^\/game\/(\w+)$/, () => import("./table.js"), ""],
  [/^\/join\/(\w+)$/, () => import("./join.js"), ""],
  [/^\/watch\/(\w+)$/, () => import("./watch.js"), "/lobby"],
  [/^\/replay\/(\w+)$/, () => import("./replay.js"), "/lobby"],
  [/^\/desk(?:\/(\w+))?$/, () => import("./desk.js"), "/desk"],
  [/^\/learn$/, () => import("./learn.js"), "/learn"],
];

const WAYS = [["/", t`Play`], ["/lobby", t`Lobby`], ["/learn", t`Learn`], ["/desk", t`Desk`]];

/** @type {void | (() => void)} */
let leave;
/** Counts visits. A page that loads after the user has left it is not shown. */
let visit = 0;
let shown = "";

/** @param {string} path @param {boolean} [replace] */
export function go(path, replace = false) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  void show();
}

/** @param {string} words */
export function setTitle(words) {
  document.title = words ? `${words} \u00b7 Kage` : t`Kage: Phantom Go`;
}

async function show() {
  const mine = ++visit;
  leave?.();
  leave = undefined;
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const found = ROUTES.map(([pattern, load, nav]) => ({ words: pattern.exec(location.pathname), load, nav }))
    .find((route) => route.words);
  markPage(found?.nav ?? "");
  const place = el("div");
  if (!found?.words) {
    setTitle(t`No such page`);
    main.replaceChildren(errorPage(t`There is no such page`, t`The link may be incomplete.`));
    return;
  }
  const { page } = await found.load();
  if (mine !== visit) return;
  setTitle("");
  main.replaceChildren(place);
  scrollTo(0, 0);
  shown = location.pathname;
  try {
    const left = await page(place, ...found.words.slice(1));
    if (mine === visit) leave = left;
    else left?.();
  } catch (error) {
    place.replaceChildren(errorPage(t`This page has an error`, error instanceof Error ? error.message : String(error)));
  }
}

/**
 * A page that shows only an error.
 * @param {string} head
 * @param {string} say
 * @param {...Node} more
 */
export function errorPage(head, say, ...more) {
  return el("div", { class: "empty-state" }, el("h1", {}, head), el("p", {}, say),
    el("div", { class: "row" }, ...more, el("a", { class: "button", href: "/" }, t`Home page`)));
}

/** @param {string} nav */
function markPage(nav) {
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link.getAttribute("href") === nav) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** The logo: a stone that is half black. */
const stone = () => draw("svg", { viewBox: "0 0 64 64", "aria-hidden": "true" },
  draw("circle", { cx: 32, cy: 32, r: 29, fill: "#f1ede3", stroke: "#8b8475", "stroke-width": 1.5 }),
  draw("path", { d: "M32 3a29 29 0 0 0 0 58c-10-7-15-17-15-29S22 10 32 3z", fill: "#1c1e22" }));

const THEMES = { auto: ["both", t`as the system`], light: ["sun", t`light`], dark: ["moon", t`dark`] };

function themeButton() {
  const names = Object.keys(THEMES);
  const button = el("button", { class: "quiet square" });
  const update = () => {
    const [drawing, words] = THEMES[/** @type {keyof typeof THEMES} */ (settings.theme)] ?? THEMES.auto;
    button.replaceChildren(icon(drawing));
    button.setAttribute("aria-label", t`Colours: ${words}`);
    button.title = t`Colours: ${words}`;
  };
  button.addEventListener("click", () => {
    settings.theme = names[(names.indexOf(settings.theme) + 1) % names.length];
    update();
  });
  update();
  return button;
}

function soundButton() {
  const button = el("button", { class: "quiet square", id: "sound" });
  const update = () => {
    const on = settings.sound;
    button.replaceChildren(icon(on ? "sound" : "mute"));
    button.setAttribute("aria-label", t`Sound`);
    button.setAttribute("aria-pressed", String(on));
    button.title = on ? t`Sound is on` : t`Sound is off`;
  };
  button.addEventListener("click", () => { settings.sound = !settings.sound; update(); });
  update();
  return button;
}

/** Another language loads the page again. */
function languageList() {
  const list = el("select", { class: "language", "aria-label": t`Language` },
    ...CHOICES.map(([code, name]) => el("option", { value: code, lang: code, selected: code === language }, name)));
  list.addEventListener("change", () => {
    settings.language = list.value;
    location.reload();
  });
  return list;
}

function buildHead() {
  document.documentElement.lang = language;
  document.querySelector(".skip")?.replaceChildren(t`Skip to the content`);
  document.querySelector(".top")?.replaceChildren(el("div", {},
    el("a", { class: "brand", href: "/", "aria-label": t`Kage, home page` }, stone(), el("span", {}, "Kage")),
    el("nav", { "aria-label": t`Pages` }, ...WAYS.map(([href, words]) => el("a", { href }, words))),
    el("div", { class: "tools" }, languageList(), soundButton(), themeButton())));
  document.querySelector(".foot")?.replaceChildren(el("div", {},
    el("span", {}, t`Kage: Phantom Go in the browser.`),
    el("span", {}, t`This page loads nothing from other sites.`), languageList()));
}

/** Links to other pages of this server do not reload the page. @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/assets/")) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
  document.getElementById("main")?.focus();
}

export function open() {
  buildHead();
  document.addEventListener("click", follow);
  // The page itself handles a new hash.
  addEventListener("popstate", () => { if (location.pathname !== shown) void show(); });
  void show();
}
