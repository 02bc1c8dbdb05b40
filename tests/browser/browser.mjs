// What every browser test needs: the program, and Debian's Chromium without a network of its own.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../../", import.meta.url));
export const program = process.env.KAGE ?? `${root}target/debug/kage`;

/// Runs kage and returns what it prints.
export function kage(...words) {
  if (!existsSync(program)) throw new Error(`${program} is not there: run cargo build first`);
  return execFileSync(program, words, { cwd: root, encoding: "utf8" });
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ],
  });
}
