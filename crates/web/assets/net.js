// The connection to the server: HTTP requests, and streams that reconnect by themselves.

import { fromServer, t } from "./words.js";

/** @typedef {import("./protocol.js").Message} Message */

/** An error of the server. */
export class Refusal extends Error {
  /** @param {string} code @param {string} say */
  constructor(code, say) {
    super(fromServer(say));
    this.code = code;
  }
}

/**
 * Asks the server. With a body it is a POST.
 * @template T
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<T>}
 */
export async function ask(path, body) {
  const options = body === undefined ? {}
    : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Refusal("offline", t`The server does not answer. Is it running?`);
  }
  const value = await answer.json().catch(() => null);
  if (answer.ok && value) return value;
  const error = value?.error ?? { code: "unknown", say: t`The server answered ${answer.status}.` };
  throw new Refusal(error.code, error.say);
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const PING_EVERY = 15000;
const PONG_WITHIN = 8000;
/** After these errors the stream is not opened again. */
const FINAL = new Set(["bad-first", "no-seat", "no-game", "holds-seat"]);

const newId = () => crypto.getRandomValues(new Uint32Array(3)).reduce((id, n) => id + n.toString(36), "");

/**
 * @typedef {object} StreamOptions
 * @property {() => object} first the message that opens the stream, made anew each time
 * @property {(message: Message) => void} hear
 * @property {(state: "open" | "lost" | "refused", say: string) => void} state
 */

/** One stream. It reconnects after a lost connection and sends unanswered messages again. */
export class Stream {
  /** @param {StreamOptions} options */
  constructor(options) {
    this.options = options;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.isOpen = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, { message: object, resolve: () => void, reject: (why: Refusal) => void }>} */
    this.pending = new Map();
    this.wake = () => { if (!document.hidden && !this.isOpen) this.retry(0); };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    if (this.closed) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.options.first()));
    socket.onmessage = (event) => { if (socket === this.socket) this.receive(JSON.parse(event.data)); };
    socket.onclose = () => { if (socket === this.socket) this.lose(); };
  }

  /** @param {Message} message */
  receive(message) {
    clearTimeout(this.pong);
    if (message.type === "pong") return;
    if (message.type === "done") this.settle(message.id, null);
    else if (message.type === "error") this.receiveError(message);
    else {
      const opened = !this.isOpen;
      if (opened) this.opened();
      this.options.hear(message);
      if (opened) this.options.state("open", "");
    }
  }

  /** @param {Extract<Message, { type: "error" }>} error */
  receiveError(error) {
    if (error.id !== null) this.settle(error.id, new Refusal(error.code, error.say));
    else if (FINAL.has(error.code)) {
      this.close();
      this.options.state("refused", fromServer(error.say));
    }
  }

  opened() {
    this.isOpen = true;
    this.wait = FIRST_WAIT;
    for (const { message } of this.pending.values()) this.socket?.send(JSON.stringify(message));
    clearInterval(this.pinging);
    this.pinging = setInterval(() => this.ping(), PING_EVERY);
  }

  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send('{"type":"ping"}');
    clearTimeout(this.pong);
    this.pong = setTimeout(() => this.socket?.close(), PONG_WITHIN);
  }

  /** @param {string} id @param {Refusal | null} error */
  settle(id, error) {
    const asked = this.pending.get(id);
    this.pending.delete(id);
    if (error) asked?.reject(error);
    else asked?.resolve();
  }

  lose() {
    this.isOpen = false;
    this.socket = null;
    clearInterval(this.pinging);
    clearTimeout(this.pong);
    if (this.closed) return;
    this.options.state("lost", "");
    this.retry(this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.8);
  }

  /** @param {number} after */
  retry(after) {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    this.timer = setTimeout(() => this.connect(), after);
  }

  /**
   * Sends a message that is answered by `done` or an error.
   * @param {Record<string, unknown>} message
   * @returns {Promise<void>}
   */
  say(message) {
    const id = newId();
    const full = { ...message, id };
    return new Promise((resolve, reject) => {
      this.pending.set(id, { message: full, resolve, reject });
      if (this.isOpen && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(full));
    });
  }

  close() {
    this.closed = true;
    this.isOpen = false;
    clearTimeout(this.timer);
    clearTimeout(this.pong);
    clearInterval(this.pinging);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}
