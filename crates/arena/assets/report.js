// The replay of a report's games. It shows what the page's data says and knows no rule of Go:
// every change on every board is in the data of the game (crates/arena/src/pages/replay_encoder.rs).
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const BOARDS = ["truth", "black", "white"];
  const SIGNS = '!"#';
  const REASONS = { s: "the opponent's stone", o: "his own stone", u: "suicide", k: "ko" };
  const COLUMNS = "ABCDEFGHJKLMNOPQRST";

  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("report-data").textContent);
  if (data.games.length === 0) return;
  const coded = byId("report-games").textContent.split("\n");
  const size = data.size;
  const games = data.games.map(([number, pairing, black, white, winner, result, moves, fault], index) => ({
    index, number, pairing, black, white, winner, result, moves, fault,
  }));

  // ---- A game, decoded when it is asked for ----

  const place = (letter) => {
    const code = letter.charCodeAt(0);
    if (code === 39) return 20;
    return (code < 127 ? code : code - 34) - 40;
  };
  const pointName = (point) => COLUMNS[point % size] + (Math.floor(point / size) + 1);

  /// The moments of a game: the event, the three boards after it, and where in the game it is.
  function decode(game) {
    let boards = BOARDS.map(() => ".".repeat(size * size).split(""));
    let move = 0;
    let tries = [];
    return game.split(" ").map((text) => {
      const letter = text[0];
      const kind = letter.toLowerCase();
      const color = letter === kind ? "white" : "black";
      const hasPoint = kind === "p" || kind in REASONS;
      const point = hasPoint ? place(text[1]) : null;
      const before = boards;
      boards = boards.map((board) => board.slice());
      let change = null;
      let at = hasPoint ? 2 : 1;
      while (at < text.length) {
        const sign = SIGNS.indexOf(text[at]);
        if (sign >= 0) {
          change = { board: boards[sign], mark: text[at + 1] };
          at += 2;
        } else {
          change.board[place(text[at])] = change.mark;
          at += 1;
        }
      }
      if (kind in REASONS) {
        tries = tries.concat([{ point, kind }]);
      } else if (letter !== ".") {
        move += 1;
      }
      const taken = before[0].flatMap((mark, p) => (mark !== "." && boards[0][p] === "." ? [p] : []));
      const moment = { kind: letter === "." ? "start" : kind, color, point, boards, move, tries, taken };
      if (!(kind in REASONS)) tries = [];
      return moment;
    });
  }

  // ---- The boards ----

  const svg = (name, attributes, parent) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (parent) parent.append(node);
    return node;
  };
  const x = (point) => 1.2 + (point % size);
  const y = (point) => size - Math.floor(point / size) - 0.2;

  function hoshi() {
    if (size < 7) return size % 2 ? [[(size - 1) / 2, (size - 1) / 2]] : [];
    const edge = size < 13 ? 2 : 3;
    const far = size - 1 - edge;
    const points = [[edge, edge], [edge, far], [far, edge], [far, far]];
    if (size % 2) {
      const mid = (size - 1) / 2;
      points.push([mid, mid]);
      if (size > 13) points.push([mid, edge], [mid, far], [edge, mid], [far, mid]);
    }
    return points;
  }

  function makeBoard(name) {
    const root = svg("svg", { viewBox: `0 0 ${size + 0.75} ${size + 1.2}`, role: "img" });
    const title = svg("title", {}, root);
    svg("rect", { class: "wood", x: 0.7, y: 0.3, width: size, height: size, rx: 0.18 }, root);
    const fog = svg("g", { class: "fog" }, root);
    const lines = svg("g", { class: "lines" }, root);
    const [near, far] = [1.2, size + 0.2];
    for (let i = 0; i < size; i += 1) {
      const edge = i === 0 || i === size - 1 ? "edge" : "";
      svg("path", { class: edge, d: `M${near + i} 0.8V${size - 0.2}M${near} ${0.8 + i}H${far}` }, lines);
    }
    for (const [col, row] of hoshi()) {
      svg("circle", { class: "hoshi", cx: 1.2 + col, cy: size - row - 0.2, r: 0.09 }, root);
    }
    for (let i = 0; i < size; i += 1) {
      const column = svg("text", { class: "coordinate", x: 1.2 + i, y: size + 0.95 }, root);
      column.textContent = COLUMNS[i];
      const row = svg("text", { class: "coordinate", x: 0.32, y: size - i - 0.07 }, root);
      row.textContent = i + 1;
    }
    const cells = [];
    for (let point = 0; point < size * size; point += 1) {
      const at = { cx: x(point), cy: y(point) };
      const mist = svg("rect", { x: x(point) - 0.5, y: y(point) - 0.5, width: 1, height: 1 }, fog);
      const cell = svg("g", { class: "cell", "data-point": pointName(point), "data-mark": "" }, root);
      svg("circle", { class: "paper", ...at, r: 0.36 }, cell);
      svg("circle", { class: "stone", ...at, r: 0.46 }, cell);
      const text = svg("text", { class: "sign", x: x(point), y: y(point) + 0.22 }, cell);
      cells.push({ cell, mist, text });
    }
    const marks = svg("g", { class: "marks" }, root);
    byId(`board-${name}`).append(root);
    return { name, title, cells, marks };
  }

  const boards = BOARDS.map(makeBoard);
  const SIGN_TEXT = { q: "?", t: "!" };

  function drawBoard(board, moment, index) {
    const states = moment.boards[index];
    board.cells.forEach(({ cell, mist, text }, point) => {
      const mark = states[point];
      if (cell.getAttribute("data-mark") === mark) return;
      cell.setAttribute("data-mark", mark);
      mist.setAttribute("class", mark === "." || mark in SIGN_TEXT ? "on" : "");
      text.textContent = SIGN_TEXT[mark] || "";
    });
    board.marks.replaceChildren();
    drawMarks(board, moment, states);
    board.title.textContent = describe(board.name, states);
  }

  /// The last move, the tries of the turn and the stones just taken, where this board may show
  /// them: a seat sees its own doings and its own losses.
  function drawMarks(board, moment, states) {
    const mine = board.name === "truth" || board.name === moment.color;
    const spot = (point, shape, text) => {
      const group = svg("g", { class: shape, "data-point": pointName(point) }, board.marks);
      svg("circle", { cx: x(point), cy: y(point), r: shape === "last" ? 0.17 : 0.3 }, group);
      if (text) svg("text", { x: x(point), y: y(point) + 0.16 }, group).textContent = text;
    };
    if (mine) {
      moment.tries.forEach(({ point, kind }, i) => {
        const settled = "bw".includes(states[point]) ? "on-stone" : "";
        spot(point, `try ${settled} r-${kind}`, String(i + 1));
      });
    }
    if (mine && moment.kind === "p") spot(moment.point, "last", "");
    for (const point of moment.taken) {
      if (!"bw".includes(states[point])) spot(point, "lost", "\u00d7");
    }
  }

  function describe(name, states) {
    const list = (mark) => states.flatMap((m, p) => (m === mark ? [pointName(p)] : [])).join(" ") || "none";
    const whose = { truth: "The truth", black: "What Black knows", white: "What White knows" }[name];
    return `${whose}. Black: ${list("b")}. White: ${list("w")}. Refused: ${list("q")}.`;
  }

  // ---- What happened, in words ----

  const number = (n, thing) => `${n} ${thing}${n === 1 ? "" : "s"}`;
  const who = { black: "Black", white: "White" };

  function turnWords(moment) {
    const tried = moment.tries.map((t) => `${pointName(t.point)} (${REASONS[t.kind]})`).join(", ");
    const refused = tried ? `was refused ${tried}` : "";
    const taken = moment.taken.length ? `, taking ${moment.taken.map(pointName).join(" ")}` : "";
    const done = {
      start: "",
      p: moment.point === null ? "" : `played ${pointName(moment.point)}${taken}`,
      x: "passed",
      r: "resigned",
      f: "forfeited",
    }[moment.kind] || "";
    return [refused, done].filter(Boolean).join(", then ");
  }

  function story(moment, last, game) {
    if (moment.kind === "start") return "Before the first move.";
    const isTry = moment.kind in REASONS;
    const turn = isTry ? moment.move + 1 : moment.move;
    const end = last ? ` The game is over: ${game.result}${game.fault ? ` (${game.fault})` : ""}.` : "";
    return `Move ${turn}, ${who[moment.color]} ${turnWords(moment)}.${end}`;
  }

  function sightWords(states, truth, enemy) {
    const theirs = truth.flatMap((mark, p) => (mark === enemy ? [p] : []));
    const known = theirs.filter((p) => states[p] === enemy).length;
    return `Knows ${known} of ${number(theirs.length, "enemy stone")}`;
  }

  // ---- The game and the moment shown ----

  let game = null;
  let moments = [];
  let step = 0;
  let timer = null;
  const scrubber = byId("scrubber");

  function show(wanted, keepAddress) {
    step = Math.max(0, Math.min(moments.length - 1, wanted));
    const moment = moments[step];
    boards.forEach((board, index) => drawBoard(board, moment, index));
    const [truth, black, white] = moment.boards;
    byId("sight-black").textContent = sightWords(black, truth, "w");
    byId("sight-white").textContent = sightWords(white, truth, "b");
    const stones = (mark) => truth.filter((m) => m === mark).length;
    byId("sight-truth").textContent = `${stones("b")} black, ${stones("w")} white`;
    const last = step === moments.length - 1;
    byId("story").textContent = story(moment, last, game);
    scrubber.value = step;
    scrubber.setAttribute("aria-valuetext", byId("story").textContent);
    byId("cursor").setAttribute("x", step);
    if (last) pause();
    if (!keepAddress) writeAddress();
  }

  function openGame(index, wanted) {
    game = games[index];
    moments = decode(coded[index]);
    byId("pick-game").value = String(index);
    const name = (player) => data.players[player];
    byId("title-black").textContent = `Black\u2019s board: ${name(game.black)}`;
    byId("title-white").textContent = `White\u2019s board: ${name(game.white)}`;
    const refused = moments.filter((m) => m.kind in REASONS).length;
    byId("game-head").textContent = `Game ${game.number}: ${name(game.black)} (Black) against ` +
      `${name(game.white)} (White), ${game.result}, ${number(game.moves, "move")}, ` +
      `${number(refused, "refused try").replace("trys", "tries")}.`;
    scrubber.max = moments.length - 1;
    drawTimeline();
    if (wanted !== undefined) show(wanted, true);
  }

  /// A tick for each try: refusals below, captures above.
  function drawTimeline() {
    const root = svg("svg", {
      viewBox: `-0.5 0 ${moments.length} 10`, preserveAspectRatio: "none", "aria-hidden": "true",
    });
    moments.forEach((moment, at) => {
      if (moment.kind in REASONS) svg("rect", { class: `r-${moment.kind}`, x: at - 0.4, y: 5.4, width: 0.8, height: 4 }, root);
      const height = Math.min(4.4, moment.taken.length ? 1.4 + moment.taken.length * 0.5 : 0);
      if (height) svg("rect", { class: "capture", x: at - 0.4, y: 4.8 - height, width: 0.8, height }, root);
    });
    svg("rect", { id: "cursor", x: 0, y: 0, width: 0.6, height: 10, transform: "translate(-0.3 0)" }, root);
    byId("timeline").replaceChildren(root);
  }

  // ---- The address: #game=12&move=34&try=1 ----

  let pending = null;
  function writeAddress() {
    clearTimeout(pending);
    pending = setTimeout(() => {
      const { move, tries, kind } = moments[step];
      const inTurn = kind in REASONS ? `&try=${tries.length}` : "";
      history.replaceState(null, "", `#game=${game.number}&move=${move}${inTurn}`);
    }, 120);
  }

  function readAddress() {
    const words = new URLSearchParams(location.hash.slice(1));
    const index = games.findIndex((g) => g.number === Number(words.get("game")));
    if (index < 0) return false;
    clearFilters();
    openGame(index);
    const move = Number(words.get("move")) || 0;
    const tries = Number(words.get("try")) || 0;
    let found = moments.findIndex((m) => m.move === move && !(m.kind in REASONS));
    if (found < 0) found = moments.length - 1;
    const next = moments[found + tries];
    show(next && next.move === move ? found + tries : found, true);
    return true;
  }

  // ---- Choosing a game ----

  const option = (value, text) => {
    const node = document.createElement("option");
    node.value = value;
    node.textContent = text;
    return node;
  };
  const pickPairing = byId("pick-pairing");
  const pickResult = byId("pick-result");
  const pickGame = byId("pick-game");
  const RESULTS = {
    all: ["any", () => true],
    black: ["Black won", (g) => g.winner === "b"],
    white: ["White won", (g) => g.winner === "w"],
    draw: ["nobody won", (g) => g.winner === null],
    close: ["5 points or less", (g) => /^.\+[0-5](\.5)?$/.test(g.result) && parseFloat(g.result.slice(2)) <= 5],
    resign: ["resigned", (g) => /\+R$/.test(g.result)],
    forfeit: ["forfeited", (g) => /\+[FT]$/.test(g.result)],
  };

  function fillPickers() {
    pickPairing.append(option("all", "all"));
    data.pairings.forEach(([one, two], index) => {
      pickPairing.append(option(index, `${data.players[one]} v ${data.players[two]}`));
    });
    for (const [key, [text, test]] of Object.entries(RESULTS)) {
      const found = games.filter(test).length;
      if (found) pickResult.append(option(key, `${text} (${found})`));
    }
    fillGames();
  }

  const chosen = () => games.filter((g) =>
    (pickPairing.value === "all" || g.pairing === Number(pickPairing.value)) &&
    RESULTS[pickResult.value][1](g));

  function fillGames() {
    const list = chosen();
    pickGame.replaceChildren(...list.map((g) => option(g.index,
      `${g.number}: ${data.players[g.black]} v ${data.players[g.white]}, ${g.result}`)));
    pickGame.disabled = list.length === 0;
    if (list.length === 0) pickGame.append(option("", "no such game"));
    return list;
  }

  function clearFilters() {
    if (pickPairing.value === "all" && pickResult.value === "all") return;
    pickPairing.value = "all";
    pickResult.value = "all";
    fillGames();
  }

  function refilter() {
    const list = fillGames();
    if (list.length === 0) return;
    if (list.includes(game)) pickGame.value = String(game.index);
    else start(list[0].index);
  }

  /// A game chosen by hand begins at its beginning.
  function start(index) {
    pause();
    openGame(index);
    show(0);
  }

  function turnPage(by) {
    const list = chosen();
    const at = list.indexOf(game);
    const next = list[at + by];
    if (next) start(next.index);
  }

  // ---- Playing, buttons and keys ----

  function pause() {
    clearInterval(timer);
    timer = null;
    byId("play").textContent = "Play";
    byId("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer !== null) {
      pause();
      return;
    }
    if (step === moments.length - 1) show(0);
    timer = setInterval(() => show(step + 1), Number(byId("speed").value));
    byId("play").textContent = "Pause";
    byId("play").setAttribute("aria-pressed", "true");
  }

  function byMove(direction) {
    let next = step + direction;
    while (moments[next] && moments[next].kind in REASONS) next += direction;
    show(next);
  }

  const doing = {
    "to-start": () => show(0),
    "move-back": () => byMove(-1),
    "step-back": () => show(step - 1),
    "step-on": () => show(step + 1),
    "move-on": () => byMove(1),
    "to-end": () => show(moments.length - 1),
    "game-back": () => turnPage(-1),
    "game-next": () => turnPage(1),
    play,
  };
  for (const [id, act] of Object.entries(doing)) byId(id).addEventListener("click", act);
  scrubber.addEventListener("input", () => show(Number(scrubber.value)));
  pickGame.addEventListener("change", () => start(Number(pickGame.value)));
  pickPairing.addEventListener("change", refilter);
  pickResult.addEventListener("change", refilter);
  byId("speed").addEventListener("change", () => { if (timer !== null) { pause(); play(); } });

  const KEYS = { ArrowLeft: "step-back", ArrowRight: "step-on", n: "game-next", p: "game-back" };
  const SHIFTED = { ArrowLeft: "move-back", ArrowRight: "move-on" };
  const INSIDE = { Home: "to-start", End: "to-end", " ": "play" };
  document.addEventListener("keydown", (event) => {
    const tag = event.target.tagName;
    const writes = tag === "INPUT" || tag === "SELECT" || tag === "TEXTAREA";
    const scrolls = event.target.classList.contains("scroll");
    if (writes || scrolls || event.ctrlKey || event.altKey || event.metaKey) return;
    const inside = byId("replay").contains(event.target) && tag !== "BUTTON";
    const id = (event.shiftKey ? SHIFTED : KEYS)[event.key] || (inside && INSIDE[event.key]);
    if (!id) return;
    event.preventDefault();
    doing[id]();
  });
  window.addEventListener("hashchange", () => {
    if (readAddress()) byId("games").scrollIntoView();
  });

  byId("replay").hidden = false;
  byId("replay").tabIndex = -1;
  fillPickers();
  if (readAddress()) byId("games").scrollIntoView();
  else openGame(0, 0);
})();
