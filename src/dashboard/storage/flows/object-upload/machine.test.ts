import { describe, expect, test } from "vitest";
import { queuedFile } from "../../../../../tests/support/storage/queued-file.ts";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { admit, afterReload, applied, findAgain, nextToSend, partBytesOf, summaryOf, toStop } from "./machine.ts";

const MiB = 1024 * 1024;
const item = (path: string, content = "x", lastModified = 1): UploadItem => ({
  path,
  file: new File([content], path.split("/").at(-1)!, { lastModified }),
});
const at = { bucket: "orchard", prefix: "fruit/" };
const queued = queuedFile({ bucket: "orchard", key: "fruit/a.txt", sizeBytes: 1, lastModifiedMs: 1 });

describe("admission", () => {
  test("skips duplicates (same name, size and last-modified time)", () => {
    const { fresh, duplicates } = admit([queued], [item("a.txt"), item("b.txt"), item("b.txt")], at, 10);
    expect(fresh.map(({ path }) => path)).toEqual(["b.txt"]);
    expect(duplicates).toBe(2);
  });

  test("a file of the same name that differs, has another target or has been uploaded is not a duplicate", () => {
    const others = [item("a.txt", "xy"), item("a.txt", "x", 2)];
    expect(admit([queued], others, at, 10).fresh).toHaveLength(2);
    expect(admit([queued], [item("a.txt")], { ...at, prefix: "" }, 10).fresh).toHaveLength(1);
    expect(admit([queued], [item("a.txt")], { ...at, bucket: "other" }, 10).fresh).toHaveLength(1);
    expect(admit([{ ...queued, state: "done" }], [item("a.txt")], at, 10).fresh).toHaveLength(1);
  });

  test("honours an optional maximum file count", () => {
    const { fresh, overflow } = admit([queued], [item("b"), item("c"), item("d")], at, 3);
    expect(fresh.map(({ path }) => path)).toEqual(["b", "c"]);
    expect(overflow).toBe(1);
  });

  test("a missing file that is picked again continues if name, size and last-modified time are the same", () => {
    const lost = { ...queued, state: "choose" as const };
    expect(admit([lost], [item("a.txt")], at, 1)).toMatchObject({
      fresh: [],
      duplicates: 0,
      found: [{ id: queued.id }],
    });
    expect(findAgain([lost], [item("elsewhere/a.txt")]).map(({ id }) => id)).toEqual([queued.id]);
    expect(findAgain([lost], [item("b.txt"), item("a.txt", "xy"), item("a.txt", "x", 2)])).toEqual([]);
    expect(findAgain([queued], [item("a.txt")])).toEqual([]);
    expect(findAgain([{ ...lost, key: "fruit/a (1).txt" }], [item("a.txt")])).toHaveLength(1);
  });
});

describe("scheduling", () => {
  const files = Array.from({ length: 6 }, (_, number) => queuedFile({ id: String(number) }));

  test("three files are sent at a time, in the order they were added", () => {
    expect(nextToSend(files, new Set()).map(({ id }) => id)).toEqual(["0", "1", "2"]);
    expect(nextToSend(files, new Set(["0", "2"])).map(({ id }) => id)).toEqual(["1"]);
    expect(nextToSend(files, new Set(["0", "1", "2"]))).toEqual([]);
  });

  test("paused, failed and removed files are stopped and not started", () => {
    const changed = [{ ...files[0]!, state: "paused" as const }, { ...files[1]!, state: "failed" as const }, files[2]!];
    expect(nextToSend(changed, new Set()).map(({ id }) => id)).toEqual(["2"]);
    expect(toStop(changed, new Set(["0", "2", "5"]))).toEqual(["0", "5"]);
  });

  test("a command applies only to files in the right state", () => {
    const states = ["waiting", "paused", "failed", "taken", "choose", "allow", "done"] as const;
    const appliesTo = (command: "pause" | "resume" | "retry" | "replace") =>
      states.filter((state) => applied(command, { ...queued, state }));
    expect(appliesTo("pause")).toEqual(["waiting"]);
    expect(appliesTo("resume")).toEqual(["paused"]);
    expect(appliesTo("retry")).toEqual(["failed"]);
    expect(appliesTo("replace")).toEqual(["taken"]);
    expect(applied("replace", { ...queued, state: "taken" })).toEqual({ state: "waiting", replaces: true });
  });

  test("a new visit retries missing files, and leaves paused and failed ones unchanged", () => {
    const after = (state: "choose" | "allow" | "paused" | "failed") => afterReload({ ...queued, state }).state;
    expect([after("choose"), after("allow"), after("paused"), after("failed")]).toEqual([
      "waiting",
      "waiting",
      "paused",
      "failed",
    ]);
  });
});

describe("totals", () => {
  test("parts are 8 MiB, and larger if there would be over 10,000", () => {
    expect(partBytesOf(9 * MiB)).toBe(8 * MiB);
    expect(partBytesOf(80_000 * MiB)).toBe(8 * MiB);
    expect(partBytesOf(80_000 * MiB + 1)).toBe(16 * MiB);
    const largest = 5 * 1024 * 1024 * MiB;
    expect(Math.ceil(largest / partBytesOf(largest))).toBeLessThanOrEqual(10_000);
    expect(partBytesOf(largest) % (8 * MiB)).toBe(0);
  });

  test("the total counts uploaded, current and remaining files", () => {
    const files = [
      queuedFile({ id: "a", sizeBytes: 10, state: "done" }),
      queuedFile({ id: "b", sizeBytes: 20, sentBytes: 5 }),
      queuedFile({ id: "c", sizeBytes: 30, state: "paused", sentBytes: 8 }),
      queuedFile({ id: "d", sizeBytes: 40, state: "failed" }),
    ];
    expect(summaryOf(files, { b: { phase: "sending", sentBytes: 9 } })).toEqual({
      files: 4,
      done: 1,
      active: 1,
      paused: 1,
      stuck: 1,
      sizeBytes: 100,
      sentBytes: 27,
    });
  });
});
