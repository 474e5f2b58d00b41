import { expect, test } from "vitest";
import type { Removal } from "../../../../../resources/storage/bucket-calls.ts";
import { folderRemoval, type FolderEffects } from "./remove-folders.ts";

/** A server that deletes one file of each folder between two polls, and can be unreachable. */
const serverWith = (files: Readonly<Record<string, number>>) => {
  const server = { started: [] as string[], left: new Map(Object.entries(files)), reachable: true };
  const removals = new Map<string, Removal>();
  const effects: FolderEffects = {
    start: async (prefix) => {
      server.started.push(prefix);
      const [id, total] = [String(server.started.length), server.left.get(prefix)!];
      removals.set(id, { id, bucket: "b", prefix, state: total > 0 ? "running" : "done", total, removed: 0 });
      return removals.get(id)!;
    },
    show: async (id) => {
      if (!server.reachable) throw new Error("No answer.");
      return removals.get(id)!;
    },
    stop: async (id) => {
      removals.set(id, { ...removals.get(id)!, state: "stopped" });
      return removals.get(id)!;
    },
    wait: async () => {
      for (const [id, removal] of removals) {
        if (removal.state !== "running") continue;
        const removed = removal.removed + 1;
        server.left.set(removal.prefix, removal.total - removed);
        removals.set(id, { ...removal, removed, state: removed < removal.total ? "running" : "done" });
      }
    },
  };
  const counted = { files: 0, totals: [] as number[] };
  const onRemoved = (some: number, total: number) => {
    counted.files += some;
    counted.totals.push(total);
  };
  return { world: server, effects, counted, onRemoved };
};

const signal = new AbortController().signal;

test("folders are deleted by the server, and each file is counted once", async () => {
  const { effects, world, counted, onRemoved } = serverWith({ "a/": 3, "b/": 1, "empty/": 0 });
  await folderRemoval(effects, ["a/", "b/", "empty/"]).follow(signal, onRemoved);
  expect([world.started, counted.files, counted.totals.at(-1)]).toEqual([["a/", "b/", "empty/"], 4, 4]);
});

test("after an interruption it follows the running deletion and starts nothing twice", async () => {
  const { effects, world, counted, onRemoved } = serverWith({ "a/": 3 });
  const run = folderRemoval(effects, ["a/"]);
  world.reachable = false;
  await expect(run.follow(signal, onRemoved)).rejects.toThrow("No answer.");
  world.reachable = true;
  await run.follow(signal, onRemoved);
  expect([world.started, counted.files]).toEqual([["a/"], 3]);
});

test("the user can stop following it", async () => {
  const { effects, counted, onRemoved } = serverWith({ "a/": 3 });
  const stop = AbortSignal.abort(new Error("Stopped"));
  await expect(folderRemoval(effects, ["a/"]).follow(stop, onRemoved)).rejects.toThrow("Stopped");
  expect(counted.files).toBe(0);
});

test("a stopped removal keeps the remaining files; continuing deletes them, each counted once", async () => {
  const { effects, world, counted, onRemoved } = serverWith({ "a/": 3 });
  let isDismissed = false;
  const run = folderRemoval(
    { ...effects, wait: () => effects.wait().then(() => (isDismissed ? undefined : run.stop())) },
    ["a/"],
  );
  await expect(run.follow(signal, onRemoved)).rejects.toThrow("Stopped by another member.");
  expect([counted.files, world.left.get("a/")]).toEqual([1, 2]);
  isDismissed = true;
  await run.follow(signal, onRemoved);
  expect([counted.files, counted.totals.at(-1), world.left.get("a/")]).toEqual([3, 3, 0]);
});
