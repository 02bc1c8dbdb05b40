// The page of a tournament's report, in a real browser, against `kage replay` on the same games.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { kage, launch } from "./browser.mjs";

const source = new URL("results.json", import.meta.url);
const results = JSON.parse(readFileSync(source, "utf8"));
const folder = mkdtempSync(join(tmpdir(), "kage-report-"));
const file = join(folder, "report.html");
const address = pathToFileURL(file).href;
let browser;

before(async () => {
  kage("report", source.pathname, "--html", file);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/// Opens the page, runs the test, and sees that nothing was asked of the network and nothing
/// went wrong.
async function onPage(options, hash, check) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => complaints.push(dialog.message()));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("data:")) complaints.push(url);
  });
  await page.goto(address + hash);
  await check(page);
  assert.deepEqual(complaints, []);
  await context.close();
}

const MARKS = { b: "X", w: "O", q: "?", t: "!", ".": ".", e: "." };

/// The three boards as `kage replay` draws them, from the top, a string a row.
function drawn(game, move) {
  const path = join(folder, "game.txt");
  writeFileSync(path, game.game);
  const lines = kage("replay", path, "--at", String(move)).split("\n");
  const rows = lines.filter((line) => /^\s*\d+ [.XO?!(]/.test(line.replace("(", " ")) && / \d+$/.test(line))
    .map((line) => line.replace(/[()]/g, " ").trim().split(/\s+/))
    .filter((words) => words.length === 33);
  return [0, 1, 2].map((board) => rows.map((words) => words.slice(11 * board + 1, 11 * board + 10).join("")));
}

/// The three boards as the page shows them.
async function shown(page) {
  const boards = [];
  for (const name of ["black", "truth", "white"]) {
    const cells = await page.$$eval(`#board-${name} .cell`, (all) =>
      all.map((cell) => cell.getAttribute("data-mark")));
    const rows = [];
    for (let row = 8; row >= 0; row -= 1) {
      rows.push(cells.slice(9 * row, 9 * row + 9).map((mark) => MARKS[mark]).join(""));
    }
    boards.push(rows);
  }
  return boards;
}

test("tables and plots are there, and names do no harm", () => onPage({}, "", async (page) => {
  assert.equal(await page.title(), results.conditions.title);
  for (const id of ["standings", "cross", "scores", "colours", "refusals", "knowledge", "pace",
    "pairs", "games", "conditions"]) {
    assert.ok(await page.$(`section#${id} h2`), id);
  }
  assert.equal(await page.locator("#standings tbody tr").count(), 3);
  assert.equal(await page.locator("#cross td.heat").count(), 6);
  const plots = page.locator("svg.plot");
  assert.ok((await plots.count()) >= 9);
  for (const label of await plots.evaluateAll((all) => all.map((svg) => svg.getAttribute("aria-label")))) {
    assert.ok(label);
  }
  const names = await page.locator("#standings .player").allTextContents();
  assert.ok(names.includes(results.conditions.entrants[0].name));
  assert.ok((await page.locator("#standings .tag").allTextContents()).includes("sighted"));
}));

test("the boards are those of the referee", () => onPage({}, "#game=1&move=0", async (page) => {
  for (const index of [0, 5, results.games.length - 1]) {
    const game = results.games[index];
    const moves = game.row.moves[0] + game.row.moves[1];
    for (const move of [1, 17, Math.floor(moves / 2), moves - 1, moves]) {
      await page.evaluate((hash) => { location.hash = hash; }, `game=${index + 1}&move=${move}`);
      await page.waitForFunction((wanted) =>
        document.getElementById("story").textContent.includes(`Move ${wanted},`), move);
      const expected = drawn(game, move);
      assert.equal(expected[1].length, 9);
      assert.deepEqual(await shown(page), expected, `game ${index + 1}, move ${move}`);
    }
  }
}));

test("keys and buttons step through tries and moves", () => onPage({}, "#game=2&move=20", async (page) => {
  const at = () => page.$eval("#scrubber", (range) => Number(range.value));
  const first = await at();
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(), first + 1);
  await page.keyboard.press("ArrowLeft");
  await page.click("#step-back");
  assert.equal(await at(), first - 1);
  await page.click("#step-on");
  await page.keyboard.press("Shift+ArrowRight");
  assert.match(await page.textContent("#story"), /^Move 21,/);
  await page.waitForFunction(() => location.hash === "#game=2&move=21");
  await page.click("#to-start");
  assert.equal(await at(), 0);
  await page.click("#to-end");
  assert.match(await page.textContent("#story"), /The game is over/);
  await page.keyboard.press("n");
  assert.match(await page.textContent("#game-head"), /^Game 3:/);
  await page.selectOption("#speed", "200");
  await page.click("#play");
  await page.waitForFunction(() => Number(document.getElementById("scrubber").value) >= 2);
  await page.click("#play");
  assert.equal(await page.textContent("#play"), "Play");
}));

test("a refused try is marked as it happened", () => onPage({}, "#game=1&move=0", async (page) => {
  const turns = results.games[0].game.split("\n").filter((line) => /^[bw] /.test(line));
  const turn = turns.findIndex((line) => line.includes("("));
  const point = turns[turn].match(/\((\w+)/)[1];
  await page.evaluate((hash) => { location.hash = hash; }, `game=1&move=${turn}&try=1`);
  await page.waitForFunction((p) => document.getElementById("story").textContent.includes(`refused ${p}`), point);
  const mover = turns[turn][0] === "b" ? "black" : "white";
  const other = mover === "black" ? "white" : "black";
  assert.ok(await page.$(`#board-${mover} .try[data-point="${point}"]`));
  assert.ok(await page.$(`#board-truth .try[data-point="${point}"]`));
  assert.equal(await page.$(`#board-${other} .try`), null);
}));

test("games are filtered by pairing and result", () => onPage({}, "", async (page) => {
  await page.selectOption("#pick-pairing", "1");
  const listed = await page.locator("#pick-game option").count();
  assert.equal(listed, results.games.filter((game) => game.pairing === 1).length);
  await page.selectOption("#pick-pairing", "all");
  await page.selectOption("#pick-result", "black");
  const black = results.games.filter((game) => game.row.winner === game.row.black).length;
  assert.equal(await page.locator("#pick-game option").count(), black);
}));

test("dark is dark and light is light", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await onPage({ colorScheme }, "", async (page) => {
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = Number(paper.match(/\d+/)[0]);
      assert.ok(colorScheme === "dark" ? light < 64 : light > 192, paper);
    });
  }
});

test("a phone does not scroll sideways", () =>
  onPage({ viewport: { width: 360, height: 740 } }, "#game=3&move=30", async (page) => {
    const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= seen, `${wide} > ${seen}`);
  }));
