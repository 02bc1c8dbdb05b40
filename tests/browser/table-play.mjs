// What people do at the table, by the page.

import { myTurn, point } from "./table-server.mjs";

const SIZE = 5;

/// Chooses a board of five lines on the first page.
export async function chooseSmall(page) {
  await page.locator(".strip label", { hasText: "\u2026" }).click();
  await page.getByLabel("Lines on the board").fill(String(SIZE));
}

/// Makes a private game by the page, and returns the link for the friend.
export async function host(window, { watchers = "", name = "Ann" } = {}) {
  const { page } = window;
  await window.goto("/");
  await page.locator(".strip label", { hasText: "a friend" }).click();
  await chooseSmall(page);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Others can watch").selectOption(watchers);
  await page.locator("#play").click();
  return page.locator("#invite").inputValue();
}

export async function join(window, link, name = "Bob") {
  const { page } = window;
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  await page.locator("#sit").click();
  await page.locator(".goban-place .hit").first().waitFor();
}

/// Clicks, and waits for the referee's answer: until then the page still shows the turn before.
export async function answered(page, locator) {
  const heard = await page.locator("#log li").count();
  await locator.click();
  await page.waitForFunction((n) => document.querySelectorAll("#log li").length > n, heard);
  return page.locator("#log li").nth(heard).textContent();
}

/// A try by the mouse, and the referee's answer to it.
export async function tries(page, name) {
  await myTurn(page);
  return answered(page, point(page, name));
}

export async function pass(page) {
  await myTurn(page);
  await page.locator("#pass").click();
}
