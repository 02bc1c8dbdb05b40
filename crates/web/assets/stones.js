// Chains and areas on a true board. Only for finished games, and for the examples on the page "Learn".

/** @param {number} point @param {number} size */
export function neighbours(point, size) {
  const column = point % size;
  const all = [];
  if (point >= size) all.push(point - size);
  if (point < size * (size - 1)) all.push(point + size);
  if (column > 0) all.push(point - 1);
  if (column < size - 1) all.push(point + 1);
  return all;
}

/**
 * All points with the same mark that are connected to a point, and the points around them.
 * @param {string} board
 * @param {number} size
 * @param {number} point
 */
export function region(board, size, point) {
  const points = new Set([point]);
  /** @type {Set<number>} */
  const around = new Set();
  for (const at of points) {
    for (const next of neighbours(at, size)) {
      if (board[next] === board[point]) points.add(next);
      else around.add(next);
    }
  }
  return { points, around };
}

/**
 * Marks a whole chain, or takes its marks away if it had them.
 * @param {Set<number>} marked
 * @param {string} board
 * @param {number} size
 * @param {number} point
 */
export function toggleChain(marked, board, size, point) {
  const wasMarked = marked.has(point);
  for (const stone of region(board, size, point).points) {
    if (wasMarked) marked.delete(stone);
    else marked.add(stone);
  }
}

/**
 * The owner of each point without a living stone.
 * @param {string} board
 * @param {number} size
 * @param {Set<number>} [dead]
 */
export function emptyArea(board, size, dead = new Set()) {
  const isAlive = (/** @type {number} */ point) => "bw".includes(board[point]) && !dead.has(point);
  return [...areaOf(board, size, dead)].map((owner, point) => (isAlive(point) ? "." : owner)).join("");
}

/**
 * The owner of each point when the board is counted: `b`, `w` or `.`.
 * @param {string} board
 * @param {number} size
 * @param {Set<number>} [dead]
 */
export function areaOf(board, size, dead = new Set()) {
  const alive = [...board].map((mark, point) => (dead.has(point) || !"bw".includes(mark) ? "." : mark)).join("");
  const area = [...alive];
  /** @type {Set<number>} */
  const seen = new Set();
  for (let point = 0; point < alive.length; point += 1) {
    if (alive[point] !== "." || seen.has(point)) continue;
    const { points, around } = region(alive, size, point);
    const owners = new Set([...around].map((p) => alive[p]));
    for (const p of points) {
      seen.add(p);
      if (owners.size === 1) area[p] = [...owners][0];
    }
  }
  return area.join("");
}
