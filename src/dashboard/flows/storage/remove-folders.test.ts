import { expect, test } from "vitest";
import { folderRemoval, type FolderEffects } from "./remove-folders.ts";

/** A cloud that deletes a file of each folder between two looks, and can be out of reach. */
const cloudWith = (files: Readonly<Record<string, number>>) => {
  const world = { started: [] as string[], removed: new Map<string, number>(), reachable: true };
  const removalOf = (prefix: string) => {
    const [total, removed] = [files[prefix]!, world.removed.get(prefix) ?? 0];
    const state = removed < total ? ("running" as const) : ("done" as const);
    return { id: prefix, bucket: "b", prefix, state, total, removed };
  };
  const effects: FolderEffects = {
    start: async (prefix) => {
      world.started.push(prefix);
      return removalOf(prefix);
    },
    show: async (id) => {
      if (!world.reachable) throw new Error("No answer.");
      return removalOf(id);
    },
    wait: async () => {
      for (const prefix of world.started)
        world.removed.set(prefix, Math.min(files[prefix]!, (world.removed.get(prefix) ?? 0) + 1));
    },
  };
  const counted = { files: 0, totals: [] as number[] };
  const onRemoved = (some: number, total: number) => {
    counted.files += some;
    counted.totals.push(total);
  };
  return { world, effects, counted, onRemoved };
};

const signal = new AbortController().signal;

test("folders are deleted by the cloud, and each file is counted once", async () => {
  const { effects, world, counted, onRemoved } = cloudWith({ "a/": 3, "b/": 1, "empty/": 0 });
  await folderRemoval(effects, ["a/", "b/", "empty/"])(signal, onRemoved);
  expect([world.started, counted.files, counted.totals.at(-1)]).toEqual([["a/", "b/", "empty/"], 4, 4]);
});

test("after a break it follows what it has begun, and begins nothing twice", async () => {
  const { effects, world, counted, onRemoved } = cloudWith({ "a/": 3 });
  const run = folderRemoval(effects, ["a/"]);
  world.reachable = false;
  await expect(run(signal, onRemoved)).rejects.toThrow("No answer.");
  world.reachable = true;
  await run(signal, onRemoved);
  expect([world.started, counted.files]).toEqual([["a/"], 3]);
});

test("it is no longer followed once the person has seen enough", async () => {
  const { effects, counted, onRemoved } = cloudWith({ "a/": 3 });
  const stop = AbortSignal.abort(new Error("Stopped"));
  await expect(folderRemoval(effects, ["a/"])(stop, onRemoved)).rejects.toThrow("Stopped");
  expect(counted.files).toBe(0);
});
