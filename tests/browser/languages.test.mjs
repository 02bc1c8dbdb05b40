// The languages of the page: one catalogue, and no text outside it.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { LANGUAGES, PAGE, SERVER } from "../../crates/web/assets/catalogue.js";
import { launch } from "./browser.mjs";
import { chooseSmall } from "./table-play.mjs";
import { TestServer, Window, myTurn, point } from "./table-server.mjs";

const assets = fileURLToPath(new URL("../../crates/web/assets/", import.meta.url));
let browser;
let testServer;

before(async () => {
  [browser, testServer] = await Promise.all([launch(), TestServer.open()]);
});
after(async () => {
  await browser?.close();
  await testServer?.close();
});

/// Every node of the page's scripts.
function* nodesOfScripts() {
  for (const file of readdirSync(assets).filter((name) => name.endsWith(".js") && name !== "catalogue.js")) {
    const source = ts.createSourceFile(file, readFileSync(assets + file, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
    const waiting = [source];
    while (waiting.length) {
      const node = waiting.pop();
      yield { file, node };
      ts.forEachChild(node, (child) => { waiting.push(child); });
    }
  }
}

/// The key of a template: its text with {0}, {1} for the values.
function keyOf(template) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return template.head.text + template.templateSpans.map((span, at) => `{${at}}${span.literal.text}`).join("");
}

const called = (node, name) => ts.isCallExpression(node) && node.expression.getText() === name;

test("every text of the code is in the catalogue, and the catalogue has no other", () => {
  const keys = new Set();
  for (const { file, node } of nodesOfScripts()) {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "t") {
      const key = keyOf(node.template);
      assert.ok(PAGE[key], `${file}: ${JSON.stringify(key)} is not in the catalogue`);
      keys.add(key);
    }
    if (called(node, "count") && ts.isStringLiteral(node.arguments[1])) {
      const [, one, many] = node.arguments.map((argument) => argument.text);
      for (const key of [`{0} ${one}`, `{0} ${many ?? `${one}s`}`]) {
        assert.ok(PAGE[key], `${file}: ${JSON.stringify(key)} is not in the catalogue`);
        keys.add(key);
      }
    }
  }
  assert.deepEqual(Object.keys(PAGE).filter((key) => !keys.has(key)), []);
});

test("each translation has the values of its text and no others", () => {
  const values = (text) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort();
  // The verb of the English text is a value there, and a part of the text elsewhere.
  const fewer = /^\{0\} \{1\} (on points|without)|^\{0\} wins by \{1\} \{2\}$|\{2\} hidden; the sampled/;
  for (const [key, texts] of Object.entries({ ...PAGE, ...SERVER })) {
    assert.equal(texts.length, LANGUAGES.length, key);
    for (const text of texts) {
      assert.ok(text.trim() !== "" || key.trim() === "", key);
      if (fewer.test(key)) assert.ok(values(text).every((one) => values(key).includes(one)), key);
      else assert.deepEqual(values(text), values(key), key);
    }
  }
});

test("no text stands outside the catalogue", () => {
  const isText = (text) => /[A-Za-z]{2}/.test(text.replace(/\$?\{[^}]*\}/g, ""));
  const spoken = new Set(["title", "aria-label", "placeholder", "alt"]);
  const free = new Set(["SGF", "Kage", "Enter", "Shift"]);
  const found = [];
  const look = (file, node) => {
    const plain = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
    if (!plain || ts.isTaggedTemplateExpression(node.parent)) return;
    const text = ts.isTemplateExpression(node) ? keyOf(node) : node.text;
    if (isText(text) && !free.has(text) && !/^kage serve|^http:|^\{0\} \u00b7 Kage$|^Kage, /.test(text)) found.push(`${file}: ${text}`);
  };
  for (const { file, node } of nodesOfScripts()) {
    if (called(node, "el") || called(node, "errorPage") || called(node, "setTitle")) node.arguments.slice(called(node, "el") ? 2 : 0).forEach((child) => look(file, child));
    if (called(node, "button")) look(file, node.arguments[2]);
    if (ts.isPropertyAssignment(node) && spoken.has(node.name.text)) look(file, node.initializer);
    if (ts.isBinaryExpression(node) && /\.(textContent|title|placeholder)$/.test(node.left.getText())) look(file, node.right);
  }
  assert.deepEqual(found, []);
});

/// The Latin words that a page shows or says, without names, points, keys, rule-set keys and addresses.
const latinWords = (page) => page.evaluate(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent?.closest("code, kbd, .language, .coordinates, noscript, script")) texts.push(walker.currentNode.data);
  }
  for (const node of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    for (const name of ["aria-label", "title", "placeholder"]) texts.push(node.getAttribute(name) ?? "");
  }
  texts.push(document.title);
  const free = new Set(["Kage", "SGF", "QR", "ADDRESS", "resign", "pass", "Shift", "OpenSpiel", "phantom_go", "borsboom", "cazenave",
    "olympiad", "collegiate", "common", "hamburg", "openspiel"]);
  return texts.flatMap((text) => (text.match(/[A-Za-z_]{3,}/g) ?? []).filter((word) => !free.has(word)).map((word) => `${word}: ${text}`));
});

for (const [locale, heading] of [["zh-CN", "\u5e7b\u5f71\u56f4\u68cb"], ["ja-JP", "\u30d5\u30a1\u30f3\u30c8\u30e0\u56f2\u7881"]]) {
  test(`all pages speak ${locale}`, async () => {
    const window = await Window.open(browser, testServer.address, { locale });
    const { page } = window;
    const check = async (where) => assert.deepEqual(await latinWords(page), [], where);
    await window.goto("/");
    await page.getByRole("heading", { name: heading, exact: true }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), locale.slice(0, 2));
    await page.locator("#play").waitFor();
    await page.locator("summary").first().click();
    await check("the first page");
    for (const path of ["/lobby", "/learn", "/desk", "/nowhere", "/game/aaaaaaaaaa", "/replay/aaaaaaaaaa", "/watch/aaaaaaaaaa"]) {
      await window.goto(path);
      await page.locator("h1").first().waitFor();
      await page.waitForTimeout(300);
      await check(path);
    }
    await window.goto("/");
    await page.locator("#play").waitFor();
    await page.locator(".strip label", { hasText: "\u2026" }).click();
    await page.locator("input[type=number]").first().fill("5");
    await page.locator("#play").click();
    for (const name of ["C3", "B2"]) {
      await myTurn(page);
      await point(page, name).click();
      await page.locator("#log li", { hasText: name }).first().waitFor();
    }
    await myTurn(page);
    await page.locator(".legend summary").click();
    await page.locator(".told summary").click();
    await page.locator("#hint").click();
    await page.locator(".hint b").waitFor({ timeout: 20000 });
    await check("the game");
    await page.locator("#resign").click();
    await check("the question");
    await page.locator("#yes").click();
    await page.locator("#to-replay").waitFor();
    await check("the end");
    await page.locator("#to-replay").click();
    await page.locator("#go-on").waitFor();
    await page.locator("#to-end").click();
    await check("the replay");
    await window.goto("/desk");
    await page.locator("#open-desk").click();
    await page.locator("#entry").fill("D5");
    await page.keyboard.press("Enter");
    await page.locator("#log li").nth(1).waitFor();
    // The two people are named Black and White by the operator who left the fields empty.
    await check("the open desk");
    await window.close(/404/);
  });
}

test("the switch changes the language, and the browser keeps it", async () => {
  const window = await Window.open(browser, testServer.address, { locale: "en-GB" });
  const { page } = window;
  await window.goto("/");
  await page.getByRole("heading", { name: "Phantom Go" }).waitFor();
  await page.getByRole("combobox", { name: "Language" }).selectOption("ja");
  await page.getByRole("heading", { name: "\u30d5\u30a1\u30f3\u30c8\u30e0\u56f2\u7881", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "\u30d5\u30a1\u30f3\u30c8\u30e0\u56f2\u7881", exact: true }).waitFor();
  await page.locator("header select.language").selectOption("en");
  await page.getByRole("heading", { name: "Phantom Go" }).waitFor();
  await chooseSmall(page);
  await window.close();
});

test("what the server offers is in the catalogue", async () => {
  const about = await (await fetch(`${testServer.address}/api/about`)).json();
  for (const { onNine, elsewhere } of about.levels) {
    for (const text of [onNine.title, onNine.about, elsewhere.title, elsewhere.about]) assert.ok(SERVER[text], text);
  }
  for (const { about: text } of about.presets) assert.ok(SERVER[text], text);
});
