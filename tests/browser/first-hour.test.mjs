// The first hour of a newcomer: links that lead nowhere, invitations, mistakes, and words that explain.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { chooseSmall, host, join, pass, tries } from "./table-play.mjs";
import { TestServer, Window, myTurn, point } from "./table-server.mjs";

let browser;
let testServer;

before(async () => {
  [browser, testServer] = await Promise.all([launch(), TestServer.open()]);
});
after(async () => {
  await browser?.close();
  await testServer?.close();
});

test("an unknown address is a page in words, and JSON for programs", async () => {
  const window = await Window.open(browser, testServer.address);
  const { page } = window;
  for (const path of ["/nowhere", "/game", "/replay/a/b"]) {
    const answer = await window.goto(path);
    assert.equal(answer.status(), 404);
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  }
  await page.getByRole("link", { name: "Home page", exact: true }).click();
  await page.locator("#play").waitFor();
  const answer = await fetch(`${testServer.address}/nowhere`, { headers: { accept: "application/json" } });
  assert.equal((await answer.json()).error.code, "no-page");
  await window.close(/404/);
});

test("a friend with the link from the address bar is offered the seat", async () => {
  const [ann, bob, eve] = await Promise.all([1, 2, 3].map(() => Window.open(browser, testServer.address)));
  await host(ann);
  await bob.page.goto(ann.page.url());
  await bob.page.getByRole("heading", { name: "Ann invites you" }).waitFor();
  await bob.page.getByLabel("Your name").fill("Bob");
  await bob.page.locator("#sit").click();
  await bob.page.locator(".goban-place .hit").first().waitFor();
  await myTurn(ann.page);
  // The seat is taken now.
  await eve.page.goto(ann.page.url());
  await eve.page.getByRole("heading", { name: "You have no seat here" }).waitFor();
  await Promise.all([ann, bob, eve].map((window) => window.close()));
});

test("an invitation that works only on this machine says so, and what to do", async () => {
  const ann = await Window.open(browser, testServer.address);
  await host(ann);
  const words = ann.page.locator("#reach .warning");
  await words.getByText("This link works only on this machine.").waitFor();
  assert.match(await words.textContent(), new RegExp(`kage serve --listen 0\\.0\\.0\\.0:${testServer.port}`));
  assert.equal(await ann.page.locator(".qr").count(), 0);
  await ann.close();
});

test("a try on one's own stone is asked about once", async () => {
  const [ann, bob] = await Promise.all([1, 2].map(() => Window.open(browser, testServer.address)));
  await join(bob, await host(ann));
  await tries(ann.page, "C3");
  await tries(bob.page, "B2");
  await myTurn(ann.page);
  const heard = await bob.page.locator("#log li").count();
  await point(ann.page, "C3").click();
  await ann.page.getByText("Your own stone is on C3").waitFor();
  assert.match(await ann.page.locator(".confirm").textContent(), /Your opponent hears/);
  await ann.page.locator("#no").click();
  assert.equal(await bob.page.locator("#log li").count(), heard);
  await point(ann.page, "C3").click();
  await ann.page.locator("#yes").click();
  await ann.page.locator("#log li", { hasText: "C3 is illegal" }).waitFor();
  // From now on it is meant.
  await point(ann.page, "C3").click();
  await ann.page.locator("#log li", { hasText: "C3 is illegal" }).nth(1).waitFor();
  await bob.page.locator(".seat.them .facts", { hasText: "2 tries of theirs refused" }).waitFor();
  await Promise.all([ann, bob].map((window) => window.close()));
});

test("guess stones are judged by the time for which they stood", async () => {
  const [ann, bob] = await Promise.all([1, 2].map(() => Window.open(browser, testServer.address)));
  await join(bob, await host(ann));
  await tries(ann.page, "A1");
  await bob.page.locator("#guess").click();
  await point(bob.page, "A1").click();
  await bob.page.waitForTimeout(400);
  await bob.page.locator("#guess").click();
  // White takes the stone that it had guessed.
  await tries(bob.page, "A2");
  await tries(ann.page, "E5");
  await tries(bob.page, "B1");
  await pass(ann.page);
  await pass(bob.page);
  assert.match(await bob.page.locator("#guess-score").textContent(), /1 right, 0 wrong; 1 hidden stone/);
  assert.equal(await bob.page.locator(".goban-place .found").count(), 1);
  await Promise.all([ann, bob].map((window) => window.close()));
});

test("running games stand above the form, and komi fits the board", async () => {
  const window = await Window.open(browser, testServer.address);
  const { page } = window;
  await window.goto("/");
  await page.locator("#play").click();
  await myTurn(page);
  await window.goto("/");
  await page.getByRole("link", { name: "Continue" }).waitFor();
  const top = async (locator) => (await locator.boundingBox()).y;
  assert.ok(await top(page.getByRole("link", { name: "Continue" })) < await top(page.locator("#play")));

  await page.getByText("Rules, komi").click();
  const komi = page.getByLabel("Komi");
  assert.equal(await komi.getAttribute("placeholder"), "6.5");
  await chooseSmall(page);
  assert.equal(await komi.getAttribute("placeholder"), "0.5");
  assert.equal(await komi.getAttribute("max"), "25");
  await komi.fill("26");
  await page.locator("#play").click();
  await page.getByText(/komi on 5x5 is at most its 25 points/i).waitFor();
  // A rule set has a name for people, then its key.
  const rules = await page.getByLabel("Rules").locator("option").allTextContents();
  assert.equal(rules[0], "Referee gives no reasons (2007 thesis) \u00b7 borsboom");
  for (const name of rules) assert.match(name, /^[A-Z].* \(.*\) \u00b7 [a-z]+$/);
  await window.close(/400/);
});

test("levels are named for what they do where their strength is not measured", async () => {
  const window = await Window.open(browser, testServer.address);
  const { page } = window;
  await window.goto("/");
  await page.locator(".levels label", { hasText: "Strongest" }).click();
  await page.locator(".level-words", { hasText: "two seconds a turn" }).waitFor();
  await page.locator(".strip label", { hasText: "19\u00d719" }).click();
  await page.locator(".levels label", { hasText: "Sampled histories" }).waitFor();
  await page.locator(".level-words", { hasText: "strength here is not measured" }).waitFor();
  await page.locator(".levels label", { hasText: "Random points" }).click();
  await page.locator("#play").click();
  await page.locator(".seat.them .name", { hasText: "Kage, Random points" }).waitFor();
  await window.close();
});

test("a name is asked for once, and two guests have different names", async () => {
  const [ann, bob] = await Promise.all([1, 2].map(() => Window.open(browser, testServer.address)));
  const link = await host(ann, { name: "" });
  await bob.page.goto(link);
  const invited = await bob.page.getByRole("heading", { name: /^Guest \d+ invites you$/ }).textContent();
  await bob.page.locator("#sit").click();
  const names = async ({ page }) => {
    await page.locator(".seat.me .name", { hasText: "Guest" }).waitFor();
    return [await page.locator(".seat.me .name").textContent(), await page.locator(".seat.them .name").textContent()];
  };
  const [mine, theirs] = await names(bob);
  assert.match(mine, /^Guest \d+$/);
  assert.notEqual(mine, theirs);
  assert.equal(invited, `${theirs} invites you`);
  // The browser keeps the name; nobody is asked again.
  await bob.goto("/");
  await bob.page.getByText(`You play as ${mine}`).waitFor();
  assert.equal(await bob.page.getByLabel("Your name").count(), 0);
  await bob.page.getByRole("button", { name: "Change" }).click();
  await bob.page.getByLabel("Your name").fill("Bob");
  await bob.page.locator("#play").click();
  await bob.page.locator(".seat.me .name", { hasText: "Bob" }).waitFor();
  await bob.goto("/");
  await bob.page.getByText("You play as Bob").waitFor();
  await Promise.all([ann, bob].map((window) => window.close()));
});

test("the desk says in large letters that it shows the truth", async () => {
  const window = await Window.open(browser, testServer.address);
  const { page } = window;
  await window.goto("/desk");
  const isLarge = async () => {
    const size = await page.getByText("This screen shows the truth.").evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
    assert.ok(size >= 20, `${size} px`);
  };
  await isLarge();
  await page.locator("#open-desk").click();
  await page.locator("#status", { hasText: "says" }).waitFor();
  await isLarge();
  await window.close();
});
