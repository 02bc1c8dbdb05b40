// The server for the browser tests: the real program on a free port, and browser windows that collect all
// errors.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { program } from "./browser.mjs";

/// A port that nobody uses now.
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/// The server, with a folder of its own that outlives a restart.
export class TestServer {
  static async open() {
    const testServer = new TestServer();
    testServer.folder = mkdtempSync(join(tmpdir(), "kage-table-"));
    testServer.port = await freePort();
    testServer.address = `http://127.0.0.1:${testServer.port}`;
    await testServer.start();
    return testServer;
  }

  async start() {
    const words = ["serve", "--no-open", "--listen", `127.0.0.1:${this.port}`, "--data", this.folder];
    this.server = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] });
    this.talk = "";
    this.server.stderr.on("data", (text) => { this.talk += text; });
    for (let i = 0; i < 200; i += 1) {
      if (this.server.exitCode !== null) break;
      const answer = await fetch(`${this.address}/api/about`).catch(() => null);
      if (answer?.ok) return;
      await sleep(50);
    }
    throw new Error(`the server did not start: ${this.talk}`);
  }

  /// As by a power cut.
  async kill() {
    if (this.server.exitCode !== null) return;
    const gone = new Promise((resolve) => this.server.once("exit", resolve));
    this.server.kill("SIGKILL");
    await gone;
  }

  async close() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async post(path, body) {
    const answer = await fetch(this.address + path, {
      method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" },
    });
    assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
    return answer.json();
  }
}

/// A window of its own: its cookies, its storage, and a list of everything that went wrong in it.
export class Window {
  static async open(browser, address, options = {}) {
    const window = new Window();
    window.address = address;
    window.complaints = [];
    window.context = await browser.newContext({ reducedMotion: "reduce", ...options });
    window.context.setDefaultTimeout(8000);
    window.context.on("page", (page) => window.listen(page));
    window.page = await window.context.newPage();
    return window;
  }

  listen(page) {
    const { complaints } = this;
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => complaints.push(`dialog: ${dialog.message()}`));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.address) && !url.startsWith("data:")) complaints.push(`asked elsewhere: ${url}`);
    });
  }

  goto(path) {
    return this.page.goto(this.address + path);
  }

  /// Closes it, and sees that nothing went wrong but what was expected.
  async close(expected = /^$/) {
    await this.context.close();
    assert.deepEqual(this.complaints.filter((words) => !expected.test(words)), []);
  }
}

/// A point of the table's board.
export function point(page, name, size = 5) {
  const column = "ABCDEFGHJKLMNOPQRST".indexOf(name[0]);
  const row = size - Number(name.slice(1));
  return page.locator(`.goban-place .hit[data-point="${row * size + column}"]`);
}

/// Waits until it is this seat's turn, or the game is over; says which.
export async function myTurn(page) {
  const found = page.locator(".seat.me.turn, #to-replay").first();
  await found.waitFor({ timeout: 15000 });
  return (await page.locator("#to-replay").count()) === 0;
}

/// The marks of a board, row by row from the top.
export function marksOf(page, selector) {
  return page.locator(`${selector} .cell`).evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-mark")).join(""));
}
