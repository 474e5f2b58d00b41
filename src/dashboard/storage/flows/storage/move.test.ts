import { describe, expect, test } from "vitest";
import { compareKeys, rowsOf } from "./entries.ts";
import { moveAll, type MoveEffects } from "./move.ts";
import { countAll, removeFiles } from "./remove.ts";

/** A bucket in memory that pages by two and can be made to fail. */
const bucketOf = (...keys: readonly string[]) => {
  const files = new Map(keys.map((key) => [key, `etag of ${key}`]));
  const fails = { copyOf: "", once: true };
  const effects: MoveEffects = {
    list: async (prefix, next) => {
      const found = [...files.keys()].filter((key) => key.startsWith(prefix) && key > (next ?? "")).toSorted();
      const page = found.slice(0, 2);
      return {
        files: page.map((key) => ({ key, sizeBytes: 1, modifiedSeconds: 0, etag: files.get(key)! })),
        next: found.length > 2 ? page.at(-1) : undefined,
      };
    },
    copy: async (from, to) => {
      if (from === fails.copyOf) throw new Error("The line broke.");
      if (files.has(to)) throw Object.assign(new Error("There."), { code: "PreconditionFailed" });
      files.set(to, files.get(from)!);
    },
    head: async (key) => ({ etag: files.get(key)!, sizeBytes: 1 }),
    remove: async (removedKeys) => {
      for (const key of removedKeys) files.delete(key);
      return [];
    },
  };
  return { files, fails, effects, keys: () => [...files.keys()].toSorted() };
};

const options = () => {
  const counted = { files: 0 };
  return { counted, signal: new AbortController().signal, onDone: (files: number) => void (counted.files += files) };
};

describe("A rename is copy + delete", () => {
  test("a folder's files move with it, including nested ones", async () => {
    const { effects, keys } = bucketOf("a/", "a/1", "a/b/2", "a/b/3", "c");
    const moveOptions = options();
    expect(await moveAll(effects, [{ from: "a/", to: "z/" }], moveOptions)).toEqual([]);
    expect([keys(), moveOptions.counted.files]).toEqual([["c", "z/", "z/1", "z/b/2", "z/b/3"], 4]);
  });

  test("an interrupted move keeps its copies and loses nothing; a repeat continues it", async () => {
    const { effects, fails, files, keys } = bucketOf("a/1", "a/2", "a/3", "a/4");
    fails.copyOf = "a/3";
    await expect(moveAll(effects, [{ from: "a/", to: "z/" }], options())).rejects.toThrow("The line broke.");
    expect(["1", "2", "3", "4"].every((name) => files.has(`a/${name}`) || files.has(`z/${name}`))).toBe(true);
    fails.copyOf = "";
    await moveAll(effects, [{ from: "a/", to: "z/" }], options());
    expect(keys()).toEqual(["z/1", "z/2", "z/3", "z/4"]);
  });

  test("a copy made before the interruption is recognized", async () => {
    const { effects, files, keys } = bucketOf("a");
    files.set("b", files.get("a")!);
    expect(await moveAll(effects, [{ from: "a", to: "b" }], options())).toEqual([]);
    expect(keys()).toEqual(["b"]);
  });

  test("another file of that name is never overwritten", async () => {
    const { effects, keys } = bucketOf("a", "b");
    const stayed = await moveAll(effects, [{ from: "a", to: "b" }], options());
    expect(stayed).toEqual([{ key: "a", message: "A file with this name already exists." }]);
    expect(keys()).toEqual(["a", "b"]);
  });

  test("cancelled by the user, it stops without changing more", async () => {
    const { effects, keys } = bucketOf("a");
    const stop = AbortSignal.abort(new Error("Stopped"));
    await expect(moveAll(effects, [{ from: "a", to: "b" }], { ...options(), signal: stop })).rejects.toThrow("Stopped");
    expect(keys()).toEqual(["a"]);
  });
});

test("files and folders are counted, including nested ones", async () => {
  const { effects } = bucketOf("a/", "a/1", "a/b/2", "c", "d");
  expect(await countAll(effects, ["a/", "c"])).toEqual({ files: 3, bytes: 2, more: false });
});

test("files are deleted a thousand at once, and refused ones are returned", async () => {
  const names = Array.from({ length: 1001 }, (_, at) => String(at));
  const { effects, files } = bucketOf(...names, "kept");
  const sizes: number[] = [];
  const refusing: Pick<MoveEffects, "remove"> = {
    remove: async (some) => {
      sizes.push(some.length);
      await effects.remove(some.filter((key) => key !== "7"));
      return some.includes("7") ? [{ key: "7", message: "No." }] : [];
    },
  };
  const moveOptions = options();
  expect(await removeFiles(refusing, names, moveOptions)).toEqual([{ key: "7", message: "No." }]);
  expect([sizes, [...files.keys()], moveOptions.counted.files]).toEqual([[1000, 1], ["7", "kept"], 1000]);
});

describe("rows", () => {
  const file = (key: string) => ({ key, sizeBytes: 1, modifiedSeconds: 0, etag: "" });
  const page = { files: [file("a/"), file("a/b"), file("a/z")], folders: ["a/m/"] };
  const names = (isWhole: boolean) => rowsOf("a/", page, isWhole).map(({ name }) => name);

  test("folders come first if the folder fits one page, otherwise rows are in the order of keys", () => {
    expect([names(true), names(false)]).toEqual([
      ["m", "b", "z"],
      ["b", "m", "z"],
    ]);
  });

  test("keys are in the order of their bytes", () => {
    const keys = ["a", "B", "é", "🙂", "豈", "a/b", "a//b"];
    const byBytes = keys.toSorted((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)));
    expect(keys.toSorted(compareKeys)).toEqual(byBytes);
  });
});
