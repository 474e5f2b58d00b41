import { expect, test } from "vitest";
import { countFiles, walkGraph, type Found, type GraphNode } from "./graph.ts";
import { TreeTooDeep } from "./tree-too-large.ts";

/** Returns the look-up of a chain of directories with one file at its end. */
const chain = (levels: number) => async (keys: readonly string[]) =>
  new Map<string, Found>(
    keys.map((key) => {
      const isEnd = Number(key) === levels;
      const node: GraphNode = {
        kind: isEnd ? "file" : "directory",
        blockBytes: 1,
        fileBytes: isEnd ? 7 : 0,
        children: isEnd ? [] : [String(Number(key) + 1)],
      };
      return [key, { node }];
    }),
  );

test("a deep walk and its count let other work run in between", async () => {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const { found, missing } = await walkGraph("1", chain(5_000));
  expect([found.size, missing]).toEqual([5_000, undefined]);
  const walked = turns;
  expect(walked).toBeGreaterThanOrEqual(5);
  expect(await countFiles("1", found, 10_000)).toEqual({ fileCount: 1, sizeBytes: 7 });
  expect(turns - walked).toBeGreaterThanOrEqual(5);
  isOver = true;
});

test("a chain of more than 10,000 levels is refused with a message for its owner", async () => {
  await expect(walkGraph("1", chain(10_000))).resolves.toMatchObject({ missing: undefined });
  const refused = walkGraph("1", chain(10_001));
  await expect(refused).rejects.toBeInstanceOf(TreeTooDeep);
  await expect(refused).rejects.toThrow("This content has more than 10000 levels.");
});
