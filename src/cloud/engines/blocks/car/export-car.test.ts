import { CarReader } from "@ipld/car";
import { CID } from "multiformats/cid";
import { beforeAll, describe, expect, test } from "vitest";
import { testBlocks, type TestBlocks } from "../../../../../tests/support/ipfs/blocks.ts";
import { recordCar, smallChunks, smallSite, takeCar } from "../../../../../tests/support/ipfs/stored-car.ts";
import { carOf, importedDag, rawBlock } from "../../../../../tests/support/ipfs/dag.ts";
import type { CarOptions, PreparedCar } from "../blocks.ts";
import { BlockAbsent } from "./export-car.ts";

let store: TestBlocks;
beforeAll(async () => void (store = await testBlocks()));

const take = (car: Uint8Array, options = {}, on = store): Promise<PreparedCar> => takeCar(on, car, options);
const record = (car: PreparedCar): Promise<void> => recordCar(store, car);

const give = async (root: CID, options: CarOptions): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of store.blocks.exportCar(root, options)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
};

const cidsOf = async (root: CID, options: CarOptions): Promise<string[]> => {
  const reader = await CarReader.fromBytes(await give(root, options));
  const cids: string[] = [];
  for await (const { cid } of reader.blocks()) cids.push(cid.toString());
  return cids;
};

describe("an exported CAR", () => {
  const stored = async (): Promise<{ root: CID; a: string; docs: string; b: string; leaves: string[] }> => {
    const { root, blocks } = await smallSite();
    await record(await take(await carOf([root], blocks)));
    const cidAt = async (...path: string[]) => (await store.blocks.resolve(root, path))!.cid.toString();
    const [a, docs, b] = [await cidAt("a.txt"), await cidAt("docs"), await cidAt("docs", "b.txt")];
    const leaves = (await store.blocks.links(CID.parse(a)))!.links.map(({ cid }) => cid);
    return { root, a, docs, b, leaves };
  };

  test("contains all blocks, depth first, and can be imported by another instance", async () => {
    const { root, a, docs, b, leaves } = await stored();
    const options = { scope: "all", dups: false } as const;
    expect(await cidsOf(root, options)).toEqual([root.toString(), a, ...leaves, docs, b]);
    const on = await testBlocks();
    const car = await take(await give(root, options), {}, on);
    expect(car.roots).toMatchObject([{ cid: root.toString(), isComplete: true, fileCount: 2 }]);
  });

  test("contains the blocks that prove the path and, depending on its scope, one block, an entity or the whole DAG", async () => {
    const { root, a, docs, b, leaves } = await stored();
    const path = ["a.txt"];
    expect(await cidsOf(root, { path, scope: "block", dups: false })).toEqual([root.toString(), a]);
    expect(await cidsOf(root, { path, scope: "entity", dups: false })).toEqual([root.toString(), a, ...leaves]);
    expect(await cidsOf(root, { path: ["docs"], scope: "entity", dups: false })).toEqual([root.toString(), docs]);
    expect(await cidsOf(root, { path: ["docs"], scope: "all", dups: false })).toEqual([root.toString(), docs, b]);
    const header = await CarReader.fromBytes(await give(root, { path, scope: "block", dups: false }));
    expect((await header.getRoots()).map(String)).toEqual([a]);
  });

  test.each([
    [{ from: 0, to: "*" }, [0, 1, 2, 3]],
    [{ from: 10, to: 19 }, [1]],
    [{ from: 9, to: 10 }, [0, 1]],
    [{ from: -5, to: "*" }, [3]],
    [{ from: 0, to: -26 }, [0]],
    [{ from: 25, to: 1000 }, [2, 3]],
    [{ from: -1000, to: 0 }, [0]],
    [{ from: 35, to: 40 }, []],
    [{ from: 5, to: 4 }, []],
  ] as const)("for the bytes %j of a file contains only the leaves %j", async (entityBytes, expected) => {
    const { a, leaves } = await stored();
    const cids = await cidsOf(CID.parse(a), { scope: "all", entityBytes, dups: false });
    expect(cids).toEqual([a, ...expected.map((index) => leaves[index])]);
  });

  test("contains a block once, or once per link", async () => {
    const twin = { path: "f", content: Buffer.alloc(30, "same") };
    const { root, blocks } = await importedDag([twin], smallChunks);
    await record(await take(await carOf([root], blocks)));
    const [leaf] = (await store.blocks.links(root))!.links;
    for (const scope of ["all", "entity"] as const) {
      const once = await cidsOf(root, { scope, dups: false });
      const often = await cidsOf(root, { scope, dups: true });
      expect(new Set(once).size).toBe(once.length);
      expect(often.length).toBe(4);
      expect(new Set(often)).toEqual(new Set(once));
    }
    expect(leaf).toBeDefined();
  });

  test("contains only the shards on the path of a name in a sharded directory; as an entity, all shards and no file", async () => {
    const names = Array.from({ length: 200 }, (_, index) => `n${index}`);
    const options = { ...smallChunks, wrapWithDirectory: true, shardFanoutBits: 3, shardSplitThresholdBytes: 1 };
    const entries = names.map((name) => ({ path: name, content: Buffer.from(`content of ${name}`) }));
    const { root, blocks } = await importedDag(entries, options);
    await record(await take(await carOf([root], blocks)));
    const file = (await store.blocks.resolve(root, ["n77"]))!.cid.toString();
    const steps = await cidsOf(root, { path: ["n77"], scope: "block", dups: false });
    expect([steps[0], steps.at(-1)]).toEqual([root.toString(), file]);
    expect(steps.length).toBeLessThan(8);
    const listed = await cidsOf(root, { scope: "entity", dups: false });
    const shards = blocks.map(({ cid }) => cid.toString()).filter((cid) => cid.startsWith("bafybei"));
    const files = new Set((await store.blocks.list(root)).map(({ cid }) => cid));
    expect(new Set(listed)).toEqual(new Set(shards.filter((cid) => !files.has(cid))));
  });

  test("contains no block for the empty probe", async () => {
    const probe = CID.parse("bafkqaaa");
    const reader = await CarReader.fromBytes(await give(probe, { scope: "all", dups: false }));
    expect((await reader.getRoots()).map(String)).toEqual(["bafkqaaa"]);
    expect(await cidsOf(probe, { scope: "all", dups: false })).toEqual([]);
  });

  test("ends in an error when a block is missing", async () => {
    const absent = await rawBlock("never stored");
    await expect(give(absent.cid, { scope: "all", dups: false })).rejects.toBeInstanceOf(BlockAbsent);
    const { root } = await stored();
    await expect(give(root, { path: ["nothing"], scope: "all", dups: false })).rejects.toBeInstanceOf(BlockAbsent);
  });
});
