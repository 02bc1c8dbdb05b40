// Playing against Kage to learn: hints, pairs of games, playing on, and a whole game by the keyboard alone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { chooseSmall, pass, tries } from "./table-play.mjs";
import { TestServer, Window, myTurn } from "./table-server.mjs";

let browser;
let testServer;

before(async () => {
  [browser, testServer] = await Promise.all([launch(), TestServer.open()]);
});
after(async () => {
  await browser?.close();
  await testServer?.close();
});

async function resign(page) {
  await page.locator("#resign").click();
  await page.locator("#yes").click();
  await page.locator("#to-replay").waitFor();
}

test("hints: what Kage would try and why, counted and shown", async () => {
  const window = await Window.open(browser, testServer.address);
  const { page } = window;
  await window.goto("/");
  await chooseSmall(page);
  await page.locator("#play").click();
  await myTurn(page);
  await page.locator("#hint").click();
  const advice = page.locator(".hint");
  await advice.getByText(/^Kage would (try [A-E][1-5]|pass)$/).waitFor({ timeout: 20000 });
  await advice.getByText(/chance to win of \d+%/).waitFor();
  assert.equal(await page.locator(".goban-place .wrong").count(), 1);
  await page.locator(".seat.me .facts", { hasText: "1 hint" }).waitFor();
  // The hint is gone after the move, its count is not.
  await tries(page, "C3");
  await page.locator(".goban-place .wrong").waitFor({ state: "detached" });
  await resign(page);
  await page.getByText("You got 1 hint.").waitFor();
  await page.locator("#to-replay").click();
  await page.getByText(/^Black: 0 tries refused; 1 hint/).waitFor();
  await window.close();
});

test("a pair of games with the colours swapped counts as one", async () => {
  const window = await Window.open(browser, testServer.address);
  const { page } = window;
  await window.goto("/");
  await chooseSmall(page);
  await page.getByText("Rules, komi").click();
  await page.getByLabel("A pair: two games").check();
  await page.locator("#play").click();
  await tries(page, "C3");
  await resign(page);
  await page.getByText("This was the first game of a pair.").waitFor();
  await page.getByRole("link", { name: "The second game" }).click();
  await page.locator(".seat.me .disc.w").waitFor();
  await myTurn(page);
  await resign(page);
  await page.locator("#pair", { hasText: "You lose the pair: 0 won, 2 lost." }).waitFor();
  await page.getByText("Rematch").waitFor();
  await window.close();
});

test("a finished game goes on from any move, from either seat", async () => {
  const window = await Window.open(browser, testServer.address);
  const { page } = window;
  await window.goto("/");
  await chooseSmall(page);
  await page.locator("#play").click();
  await tries(page, "C3");
  await myTurn(page);
  await resign(page);
  await page.locator("#to-replay").click();
  // After Black's first stone it is White's turn.
  await page.locator("#step-on").click();
  await page.locator("#story", { hasText: "Move 1: Black plays C3" }).waitFor();
  await page.locator("#play-on .strip label", { hasText: "White" }).click();
  await page.locator("#go-on").click();
  await page.locator(".seat.me .disc.w").waitFor();
  await myTurn(page);
  assert.match(await page.locator("#log").textContent(), /The game begins.*Your opponent moves/);
  assert.match(await tries(page, "C3"), /C3 is illegal/);
  await resign(page);
  await window.close();
});

/// What a screen reader says of the element that has the focus.
const spoken = (page) => page.evaluate(() => {
  const node = document.activeElement;
  return node?.getAttribute("aria-label") ?? node?.labels?.[0]?.textContent ?? node?.textContent ?? "";
});

/// Presses Tab until what is spoken fits.
async function tabTo(page, words) {
  for (let i = 0; i < 60; i += 1) {
    if (words.test(await spoken(page))) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the keyboard does not reach ${words}`);
}

test("a whole game by the keyboard alone and by what is spoken", async () => {
  const window = await Window.open(browser, testServer.address);
  const { page } = window;
  const size = 4;
  await window.goto("/");
  await page.locator("#play").waitFor();
  await tabTo(page, /^9\u00d79$/);
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowRight");
  await tabTo(page, /^Lines on the board$/);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(String(size));
  await tabTo(page, /^Play$/);
  await page.keyboard.press("Enter");
  await page.getByRole("grid", { name: "Black\u2019s board" }).waitFor();
  // The log is a live region: this is what is read aloud.
  const log = page.getByRole("log");
  const heard = () => log.getByRole("listitem").allTextContents();
  const isOver = async () => (await heard()).some((line) => /wins|draw/i.test(line) || /The game is over/i.test(line)) || (await page.getByRole("link", { name: "Replay" }).count()) > 0;
  let tried = 0;
  for (let turn = 0; turn < 200 && !(await isOver()); turn += 1) {
    await myTurn(page);
    if (await isOver()) break;
    await tabTo(page, /^[A-D][1-4], /);
    // To the top left corner, then row by row until a point is spoken that is worth a try.
    await page.keyboard.press("Home");
    for (let i = 0; i < size; i += 1) await page.keyboard.press("ArrowUp");
    let found = false;
    for (let at = 0; at < size * size && !found; at += 1) {
      if (at > 0 && at % size === 0) {
        await page.keyboard.press("Home");
        await page.keyboard.press("ArrowDown");
      } else if (at > 0) await page.keyboard.press("ArrowRight");
      const words = await spoken(page);
      found = /, (unknown|certainly empty|was theirs)/.test(words) && !/refused this turn/.test(words);
    }
    const before_ = (await heard()).length;
    if (found && tried < 30) {
      await page.keyboard.press("Enter");
      tried += 1;
    } else {
      await page.keyboard.press("p");
      assert.equal(await spoken(page), "Pass");
      await page.keyboard.press("Enter");
    }
    await page.waitForFunction((n) => document.querySelectorAll("#log li").length > n, before_);
  }
  assert.ok(tried > 3, `${tried} tries`);
  assert.ok(await isOver());
  await tabTo(page, /^Replay$/);
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "Before the first move." }).waitFor();
  await tabTo(page, /^To the end$/);
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: /wins by|A draw/ }).waitFor();
  await window.close();
});

test("the line of chances goes to the end and has a legend", async () => {
  const window = await Window.open(browser, testServer.address);
  const { page } = window;
  await window.goto("/");
  await chooseSmall(page);
  await page.locator(".levels label", { hasText: "Sampled histories" }).click();
  await page.locator("#play").click();
  for (const name of ["C3", "B2"]) await tries(page, name);
  for (let i = 0; i < 2; i += 1) await pass(page);
  await myTurn(page);
  if (await page.locator("#resign").count()) await resign(page);
  await page.locator("#to-replay").click();
  await page.locator("#scrubber").waitFor();
  const last = await page.locator("#scrubber").getAttribute("max");
  assert.match(await page.locator(".timeline .curve").getAttribute("d"), new RegExp(`H${last}$`));
  await page.locator(".timeline-legend", { hasText: "Black\u2019s chance to win, as White estimated it" }).waitFor();
  await window.close();
});
