import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chains, zkSyncLite } from "../../../../resources/chains/chains.ts";
import { brands } from "./brands.ts";

const logos = join(import.meta.dirname, "../../public/logos");

test("every chain and every known wallet has a logo, and every logo belongs to one", async () => {
  const wanted = [...chains.map(({ key }) => key), zkSyncLite.key, ...brands.map(({ logo }) => logo)];
  expect(await readdir(logos)).toEqual(wanted.map((name) => `${name}.svg`).toSorted());
});

test("a logo is a square image without scripts or external content", async () => {
  for (const name of await readdir(logos)) {
    const svg = await readFile(join(logos, name), "utf8");
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
    expect(width, name).toBeDefined();
    expect(width, name).toBe(height);
    expect(svg, name).not.toMatch(/<script|<foreignObject|\bon\w+=|(href|src)="(?!#)/i);
  }
});
