// What this browser stores: theme, sound, a name, and the seats that it holds.

/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {{ token: string, seat: Seat | "desk", at: number, invite?: string, hints?: boolean, over?: boolean }} Held */

const SEATS = "kage.seats";
const MOST_SEATS = 60;

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Storage may be disabled. Then nothing is stored, and the page still works.
  }
}

/** @param {string} key @param {string} value */
function write(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As above.
  }
}

export const settings = {
  get theme() { return read("kage.theme") ?? "auto"; },
  set theme(value) { write("kage.theme", value); showTheme(); },
  /** The code of the language that the user chose. */
  get language() { return read("kage.language") ?? ""; },
  set language(value) { write("kage.language", value); },
  get sound() { return read("kage.sound") !== "off"; },
  set sound(on) { write("kage.sound", on ? "on" : "off"); },
  get name() { return read("kage.name") ?? ""; },
  set name(value) { write("kage.name", value); },
  get level() { return read("kage.level") ?? ""; },
  set level(value) { write("kage.level", value); },
  /** Does a try need a second touch? */
  get askTwice() { return read("kage.ask") !== "off"; },
  set askTwice(on) { write("kage.ask", on ? "on" : "off"); },
};

export function showTheme() {
  const { theme } = settings;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The seats of this tab, for a browser without storage. @type {Record<string, Held>} */
let memory = {};

/** @returns {Record<string, Held>} */
function seats() {
  try {
    const stored = JSON.parse(read(SEATS) ?? "{}");
    return { ...memory, ...stored };
  } catch {
    return memory;
  }
}

/** The seat that this browser holds in a game. @param {string} game @returns {Held | null} */
export const heldSeat = (game) => seats()[game] ?? null;

/** @returns {[string, Held][]} Newest first. */
export const heldSeats = () => Object.entries(seats()).sort((a, b) => b[1].at - a[1].at);

/** @param {string} game @param {Omit<Held, "at">} held */
export function holdSeat(game, held) {
  const all = seats();
  all[game] = { ...held, at: Date.now() };
  const newest = Object.entries(all).sort((a, b) => b[1].at - a[1].at).slice(0, MOST_SEATS);
  memory = Object.fromEntries(newest);
  write(SEATS, JSON.stringify(memory));
}

/** @param {string} game @param {Partial<Held>} change */
export function noteSeat(game, change) {
  const all = seats();
  if (!all[game]) return;
  all[game] = { ...all[game], ...change };
  memory = all;
  write(SEATS, JSON.stringify(all));
}
