// Whole games at the table, in real browsers, against the real server.

import assert from "node:assert/strict";
import { createServer, connect } from "node:net";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { answered, chooseSmall, host, join, pass, tries } from "./table-play.mjs";
import { TestServer, Window, freePort, marksOf, myTurn, point } from "./table-server.mjs";

let browser;
let testServer;

before(async () => {
  [browser, testServer] = await Promise.all([launch(), TestServer.open()]);
});
after(async () => {
  await browser?.close();
  await testServer?.close();
});

/// What a page says when its server is away.
const AWAY = /WebSocket|ERR_CONNECTION|Failed to load resource/;

test("two clicks, and a whole game against a bot", async () => {
  const window = await Window.open(browser, testServer.address);
  const { page } = window;
  await window.goto("/");
  await chooseSmall(page);
  await page.locator("#play").click();
  let moves = 0;
  while (await myTurn(page)) {
    const marks = await marksOf(page, ".goban-place");
    const tried = await page.locator(".try").count();
    const free = [...marks].flatMap((mark, at) => (".e".includes(mark) ? [at] : []));
    const place = free[(7 * moves) % free.length];
    const passes = moves > 8 || tried > 2 || free.length === 0;
    await answered(page, page.locator(passes ? "#pass" : `.goban-place .hit[data-point="${place}"]`));
    moves += 1;
    assert.ok(moves < 150, "the game does not end");
  }
  assert.match(await page.locator(".score").textContent(), /wins by|draw/i);
  assert.match(await page.locator("#status").textContent(), /wins|You win|draw/i);
  // The true board is shown, and what was known can be shown again.
  await page.locator("#truth").click();
  await page.locator("#truth").click();
  await page.locator("#to-replay").click();
  await page.locator("#scrubber").waitFor();
  await window.close();
});

test("two windows and a spectator", async () => {
  const [ann, bob, eve] = await Promise.all([1, 2, 3].map(() => Window.open(browser, testServer.address)));
  await join(bob, await host(ann, { watchers: "0" }));
  const game = new URL(ann.page.url()).pathname.split("/")[2];
  await eve.goto(`/watch/${game}`);

  assert.match(await tries(ann.page, "C3"), /C3 is legal/);
  assert.match(await tries(bob.page, "C3"), /C3 is illegal/);
  await bob.page.locator(".try.newest").waitFor();
  assert.match(await bob.page.locator("#status").textContent(), /C3 is refused/);
  // One black stone is on the board, and this is it.
  assert.equal((await marksOf(bob.page, ".goban-place"))[12], "b");
  assert.match(await ann.page.locator("#log li").last().textContent(), /try is illegal/);
  assert.match(await tries(bob.page, "B3"), /B3 is legal/);
  for (const [black, white] of [["B4", "D4"], ["A3", "E2"], ["B2", "E4"]]) {
    await tries(ann.page, black);
    await tries(bob.page, white);
  }
  // The last of these took the stone on B3: White lost it, and knows what stands around.
  await bob.page.locator("#log li", { hasText: "you lose 1 (B3)" }).waitFor();
  assert.equal(await bob.page.locator(".badge.border").count() > 0, true);

  // The spectator sees all of it on three boards.
  await eve.page.waitForFunction(() => document.getElementById("story")?.textContent.includes("E4"));
  const truth = await marksOf(eve.page, "#board-truth");
  assert.equal(truth[12], "b");
  assert.equal([...truth].filter((mark) => mark === "w").length, 3);
  assert.equal((await marksOf(eve.page, "#board-black")).includes("w"), false);
  // How White knows what it knows: C3 was refused, the others stood around the stone that was taken.
  assert.equal(await eve.page.locator("#board-white .badge.refused").count(), 1);
  assert.equal(await eve.page.locator("#board-white .badge.border").count() > 0, true);
  await eve.page.locator("#step-back").click();

  // Who holds a seat cannot watch.
  const tab = await ann.context.newPage();
  await tab.goto(`${testServer.address}/watch/${game}`);
  await tab.getByRole("heading", { name: "cannot be watched" }).waitFor();
  await tab.close();

  // Guess stones are placed, moved and taken away; the other side hears nothing of it.
  const heard = await bob.page.locator("#log li").count();
  await ann.page.locator("#guess").click();
  await point(ann.page, "D4").click();
  await point(ann.page, "A1").click();
  await point(ann.page, "E5").click();
  await point(ann.page, "E5").click();
  await point(ann.page, "A1").dragTo(point(ann.page, "E2"));
  await point(ann.page, "C1").click();
  await point(ann.page, "C1").dragTo(ann.page.locator("#status"));
  assert.equal(await ann.page.locator(".goban-place .guess").count(), 2);
  await ann.page.locator("#guess").click();
  await ann.page.waitForTimeout(400);
  await ann.page.reload();
  await ann.page.locator(".goban-place .guess").nth(1).waitFor();
  assert.equal(await bob.page.locator("#log li").count(), heard);

  // Taking back: asked, answered.
  await tries(ann.page, "A1");
  await ann.page.locator("#undo").click();
  await bob.page.locator("#yes").click();
  await ann.page.locator("#log li", { hasText: /taken back|undo/i }).first().waitFor();
  await pass(ann.page);
  await pass(bob.page);

  // Counted; both mark the same stones as dead, and it is counted again.
  for (const { page } of [ann, bob]) {
    await page.locator("#mark").waitFor();
    await point(page, "E4").click();
    await page.locator("#mark").click();
  }
  await ann.page.locator("#log li[data-kind=settled]").waitFor();
  assert.match(await ann.page.locator("#guess-score").textContent(), /2 right, 0 wrong/);

  // Again, with the colours swapped.
  await ann.page.locator("#rematch").click();
  await bob.page.getByText("Accept the rematch").click();
  await ann.page.waitForURL((url) => url.pathname.startsWith("/game/") && !url.pathname.endsWith(game));
  await bob.page.waitForURL((url) => url.pathname.startsWith("/game/") && !url.pathname.endsWith(game));
  await bob.page.locator(".seat.me .disc.b").waitFor();
  await bob.page.locator("#resign").click();
  await bob.page.locator("#no").click();
  await bob.page.locator("#resign").click();
  await bob.page.locator("#yes").click();
  await ann.page.getByText("wins by resignation").waitFor();
  await Promise.all([ann, bob, eve].map((window) => window.close()));
});

test("the server is killed and started, and the game goes on", async () => {
  const [ann, bob] = await Promise.all([1, 2].map(() => Window.open(browser, testServer.address)));
  await join(bob, await host(ann));
  await tries(ann.page, "C3");
  await tries(bob.page, "C3");
  await tries(bob.page, "D3");
  const [before_, log] = [await marksOf(ann.page, ".goban-place"), await ann.page.locator("#log").textContent()];
  await testServer.kill();
  await ann.page.locator(".banner:visible").waitFor();
  // What is said while nobody listens is said again.
  await point(ann.page, "B2").click();
  await testServer.start();
  await ann.page.locator("#log li", { hasText: "B2 is legal" }).waitFor();
  await ann.page.locator(".banner").waitFor({ state: "hidden" });
  assert.ok((await ann.page.locator("#log").textContent()).startsWith(log));
  assert.equal(before_[12], "b");
  await tries(bob.page, "D2");
  await ann.page.locator(".seat.me.turn").waitFor();
  await Promise.all([ann, bob].map((window) => window.close(AWAY)));
});

test("a lost connection is restored", async () => {
  // A line that can be cut: between the page and the server stands a relay.
  const port = await freePort();
  const sockets = new Set();
  let isCut = false;
  const relay = createServer((from) => {
    if (isCut) {
      from.destroy();
      return;
    }
    const to = connect(testServer.port, "127.0.0.1");
    for (const [one, two] of [[from, to], [to, from]]) {
      sockets.add(one);
      one.pipe(two);
      one.on("error", () => two.destroy());
      one.on("close", () => two.destroy());
    }
  });
  await new Promise((resolve) => relay.listen(port, "127.0.0.1", resolve));
  const ann = await Window.open(browser, `http://127.0.0.1:${port}`);
  const bob = await Window.open(browser, testServer.address);
  const link = await host(ann);
  await join(bob, link.replace(String(port), String(testServer.port)));
  await tries(ann.page, "C3");
  isCut = true;
  for (const socket of sockets) socket.destroy();
  await ann.page.locator(".banner:visible").waitFor();
  // Heard while the line was cut: it comes afterwards, once, and in order.
  await tries(bob.page, "C3");
  await tries(bob.page, "B3");
  isCut = false;
  await ann.page.locator(".seat.me.turn").waitFor();
  const lines = await ann.page.locator("#log li").evaluateAll((all) => all.map((li) => li.dataset.kind));
  assert.deepEqual(lines.slice(-3), ["accepted", "tried", "moved"]);
  await ann.close(AWAY);
  await bob.close();
  relay.close();
});

test("the lobby is live", async () => {
  const [ann, bob, eve] = await Promise.all([1, 2, 3].map(() => Window.open(browser, testServer.address)));
  await bob.goto("/lobby");
  await bob.page.locator(".pill.live", { hasText: /here|just now/ }).waitFor();
  await ann.goto("/");
  await ann.page.locator(".strip label", { hasText: "anyone" }).click();
  await ann.page.getByLabel("Your name").fill("<b>Ann</b>");
  await ann.page.locator("#play").click();
  await bob.page.locator("#open .game", { hasText: "<b>Ann</b>" }).getByText("Join").click();
  await bob.page.locator("#sit").click();
  await ann.page.locator(".seat.me.turn").waitFor();
  await bob.page.waitForURL(/\/game\//);
  // A name is text, whatever is in it.
  await bob.page.locator(".seat.them .name", { hasText: "<b>Ann</b>" }).waitFor();
  await ann.page.locator("#resign").click();
  await ann.page.locator("#yes").click();
  await eve.goto("/lobby");
  await eve.page.locator("#finished .game", { hasText: "<b>Ann</b>" }).waitFor();
  // Two bots play for whoever likes to watch.
  for (const side of ["Black", "White"]) {
    await eve.page.locator("label.field", { hasText: side }).locator("select").selectOption({ index: 0 });
  }
  await eve.page.locator("#exhibit").click();
  await eve.page.waitForFunction(() => /Move ([3-9]|[1-9]\d)/.test(document.getElementById("story")?.textContent ?? ""), null, { timeout: 20000 });
  await Promise.all([ann, bob, eve].map((window) => window.close()));
});

test("by the keyboard alone", async () => {
  const window = await Window.open(browser, testServer.address);
  const { page } = window;
  await window.goto("/");
  await page.locator("#play").waitFor();
  await page.locator("#play").focus();
  await page.keyboard.press("Enter");
  await page.locator(".goban-place .hit").first().waitFor();
  await myTurn(page);
  for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.classList.contains("hit"))); i += 1) {
    await page.keyboard.press("Tab");
  }
  assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), /^E5, /);
  await page.getByRole("grid", { name: "Black\u2019s board" }).getByRole("gridcell", { name: /^E5, / }).waitFor();
  await page.locator(".cursor").waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.locator("#log li", { hasText: "D6 is legal" }).waitFor();
  assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), /^D6, your stone/);
  // Before their first stone every point is certainly empty, and nothing is to be guessed.
  await myTurn(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("g");
  await page.locator(".goban-place .guess").waitFor();
  await page.keyboard.press("Shift+ArrowDown");
  assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), /^D4, .*you guess a stone here/);
  await myTurn(page);
  await page.keyboard.press("p");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Pass");
  await page.keyboard.press("Enter");
  await page.locator("#log li", { hasText: "You pass" }).waitFor();
  await window.close();
});

test("on a phone a try needs a second touch", async () => {
  const window = await Window.open(browser, testServer.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = window;
  const isNarrow = async () => {
    const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= seen, `${page.url()}: ${wide} > ${seen}`);
  };
  for (const path of ["/", "/lobby", "/learn", "/desk"]) {
    await window.goto(path);
    await page.locator("h1").waitFor();
    await isNarrow();
  }
  await window.goto("/");
  await page.locator("#play").tap();
  await myTurn(page);
  await isNarrow();
  await point(page, "E5", 9).tap();
  assert.equal(await page.locator("#log li", { hasText: "E5" }).count(), 0);
  await page.locator("#confirm-try").tap();
  await page.locator("#log li", { hasText: "E5 is legal" }).waitFor();
  await myTurn(page);
  await point(page, "G7", 9).tap();
  await point(page, "G7", 9).tap();
  await page.locator("#log li", { hasText: "G7 is" }).waitFor();
  // Everything that is needed is on the screen at once.
  for (const id of ["#pass", "#resign", ".goban-place svg"]) {
    await page.locator(id).waitFor();
    const box = await page.locator(id).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 844, `${id} is off the screen`);
  }
  await window.close();
});

test("the referee's desk", async () => {
  const window = await Window.open(browser, testServer.address);
  const { page } = window;
  await window.goto("/desk");
  await page.getByLabel("Black", { exact: true }).fill("Ann");
  await page.getByLabel("White", { exact: true }).fill("Bob");
  await chooseSmall(page);
  await page.locator("#open-desk").click();
  const says = async (words) => {
    const before_ = await page.locator("#log li").count();
    await page.locator("#entry").fill(words);
    await page.keyboard.press("Enter");
    await page.waitForFunction((n) => document.querySelectorAll("#log li").length > n, before_);
  };
  await page.locator("#status", { hasText: "Ann says" }).waitFor();
  await page.locator("#entry").fill("Z9");
  await page.keyboard.press("Enter");
  await page.locator(".error", { hasText: "no point of this board" }).waitFor();
  await says("c3");
  await says("C3");
  await page.locator(".announce", { hasText: "C3 is illegal" }).waitFor();
  await page.locator("#back").click();
  await page.locator("#log li", { hasText: "Taken back" }).waitFor();
  await says("d3");
  assert.equal((await marksOf(page, "#board-truth"))[13], "w");
  await page.locator("#pass").click();
  await page.locator("#status", { hasText: "Bob says" }).waitFor();
  await page.locator("#pass").click();
  // Both call the white stone dead.
  await page.locator('#board-truth .hit[data-point="13"]').click();
  await page.locator("#settle", { hasText: "1 stone" }).click();
  await page.locator("#log li", { hasText: "counted again" }).waitFor();
  assert.match(await page.locator("#status").textContent(), /Black wins by 24.5/);
  await page.locator("#to-replay").click();
  await page.locator("#scrubber").waitFor();
  await window.close();
});
