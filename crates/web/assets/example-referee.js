// A small referee for the examples on the page "Learn". Real games have the referee of the server.

import { neighbours, region } from "./stones.js";

/** @typedef {"" | "stone" | "own" | "suicide" | "ko"} Reason */

export class ExampleReferee {
  /** @param {string} truth @param {string} [before] the board that may not come back */
  constructor(truth, before = "") {
    this.truth = truth;
    this.before = before;
    this.size = Math.sqrt(truth.length);
  }

  /**
   * @param {string} color `b` or `w`
   * @param {number} point
   * @returns {{ reason: Reason, taken: number[] }}
   */
  hear(color, point) {
    const there = this.truth[point];
    if (there !== ".") return { reason: there === color ? "own" : "stone", taken: [] };
    const enemy = color === "b" ? "w" : "b";
    let after = put(this.truth, [point], color);
    const taken = neighbours(point, this.size)
      .filter((next) => after[next] === enemy && this.isTaken(after, next))
      .flatMap((next) => [...region(after, this.size, next).points]);
    after = put(after, taken, ".");
    if (this.isTaken(after, point)) return { reason: "suicide", taken: [] };
    if (after === this.before) return { reason: "ko", taken: [] };
    this.before = this.truth;
    this.truth = after;
    return { reason: "", taken: [...new Set(taken)] };
  }

  /** @param {string} board @param {number} point */
  isTaken(board, point) {
    return ![...region(board, this.size, point).around].some((next) => board[next] === ".");
  }
}

/** @param {string} board @param {number[]} points @param {string} mark */
export function put(board, points, mark) {
  const marks = [...board];
  for (const point of points) marks[point] = mark;
  return marks.join("");
}
