import { describe, expect, test, vi } from "vitest";
import { patience } from "../../../../../tests/support/patience.ts";
import { bucketCloud } from "../../../../../tests/support/storage/upload-cloud.ts";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import type { NameChoice } from "./names.ts";
import { openQueue, type QueueEffects } from "./queue.ts";
import type { QueuedFile } from "./queued-file.ts";
import type { Outcome } from "./sending.ts";
import type { TabMessage } from "./tabs.ts";

const item = (path: string): UploadItem => ({ path, file: new File([path], path, { lastModified: 1 }) });
const items = (count: number): UploadItem[] => Array.from({ length: count }, (_, at) => item(`file-${at}`));
const place = { bucket: "orchard", prefix: "" };

/** A browser: its tabs, their shared storage and their lock. */
const browser = () => {
  const stored = new Map<string, QueuedFile>();
  const server = bucketCloud();
  const listeners: ((message: TabMessage) => void)[] = [];
  const turns: (() => void)[] = [];
  const outcomes: { next: Outcome } = { next: {} };
  const prompts: (readonly string[])[] = [];
  let choice: NameChoice = "replace";
  let ids = 0;
  const tab = (overrides: Partial<QueueEffects> = {}) => {
    let own: (message: TabMessage) => void = () => undefined;
    return openQueue({
      store: {
        all: async () => [...stored.values()],
        get: async (id) => stored.get(id),
        add: async (files) => files.forEach((file) => stored.set(file.id, file)),
        patch: async (id, patch) => void (stored.has(id) && stored.set(id, { ...stored.get(id)!, ...patch })),
        remove: async (removedIds) => removedIds.forEach((id) => stored.delete(id)),
      },
      tabs: {
        post: (message) => listeners.filter((hear) => hear !== own).forEach((hear) => hear(message)),
        listen: (listener) => void listeners.push((own = listener)),
      },
      send: server.effects,
      lead: (onLead) => (turns.push(onLead) === 1 ? onLead() : undefined),
      existing: async (_bucket, keys) => new Set(keys.filter((key) => server.objects.has(key))),
      promptNames: async (existingNames) => (prompts.push(existingNames), choice),
      discard: () => undefined,
      outcomeOf: () => outcomes.next,
      wantedText: (action) => action,
      uploaded: () => undefined,
      busy: () => undefined,
      newId: () => String((ids += 1)),
      nowMs: () => performance.now(),
      ...overrides,
    });
  };
  return {
    tab,
    kept: stored,
    cloud: server,
    outcomes,
    asked: prompts,
    choose: (next: NameChoice) => void (choice = next),
  };
};

const statesOf = (files: Iterable<QueuedFile>) => [...files].map(({ state }) => state);
const allDone = (stored: ReadonlyMap<string, QueuedFile>) =>
  vi.waitFor(() => expect(new Set(statesOf(stored.values()))).toEqual(new Set(["done"])), patience);

describe("the queue", () => {
  test("sends three files at a time, until all are sent", async () => {
    const { tab, kept, cloud } = browser();
    let most = 0;
    let now = 0;
    const put: typeof cloud.effects.put = async (at, sent) => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setTimeout(resolve));
      now -= 1;
      return cloud.effects.put(at, sent);
    };
    await tab({ send: { ...cloud.effects, put } }).add(place, items(8));
    await allDone(kept);
    expect(most).toBe(3);
    expect(cloud.objects.size).toBe(8);
  });

  test("asks once for all existing names, before anything is sent", async () => {
    const { tab, kept, cloud, asked, choose } = browser();
    const queue = tab();
    await queue.add(place, items(3));
    await allDone(kept);
    cloud.calls.length = 0;
    choose("skip");
    await queue.add(place, items(4));
    expect(asked).toEqual([["file-0", "file-1", "file-2"]]);
    await vi.waitFor(() => expect(cloud.calls).toEqual(["put"]), patience);
    expect(cloud.objects.size).toBe(4);
  });

  test("when no storage is left, the file fails with the reason and the others wait for the user", async () => {
    const { tab, kept, cloud, outcomes } = browser();
    outcomes.next = { patch: { state: "failed", problem: "Used up." }, pausesAll: true };
    for (let at = 0; at < 3; at += 1) cloud.failNext("put", "refusal");
    const queue = tab();
    await queue.add(place, items(6));
    await vi.waitFor(() => expect(statesOf(kept.values()).toSorted()).not.toContain("waiting"), patience);
    expect(statesOf(kept.values())).toContain("failed");
    expect(statesOf(kept.values())).toContain("paused");
    const ids = [...kept.keys()];
    await queue.order("retry", ids);
    await queue.order("resume", ids);
    await allDone(kept);
  });

  test("the end of a session stops uploads; the files stay in the queue unchanged", async () => {
    const { tab, kept, cloud, outcomes } = browser();
    outcomes.next = { halts: true };
    for (let at = 0; at < 3; at += 1) cloud.failNext("put", "refusal");
    await tab().add(place, items(5));
    await vi.waitFor(() => expect(cloud.calls).toHaveLength(3), patience);
    await new Promise((resolve) => setTimeout(resolve));
    expect(statesOf(kept.values())).toEqual(Array(5).fill("waiting"));
    expect(cloud.calls).toHaveLength(3);
  });
});

describe("two tabs", () => {
  test("one sends files picked in the other, and follows its commands", async () => {
    const { tab, kept, cloud } = browser();
    for (let at = 0; at < 1000; at += 1) cloud.failNext("put", "break");
    const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
    const sends = tab({ send: { ...cloud.effects, wait } });
    const other = tab();
    await other.add(place, items(1));
    await vi.waitFor(() => expect(sends.get().files).toHaveLength(1), patience);
    await vi.waitFor(() => expect(cloud.calls.length).toBeGreaterThan(1), patience);
    const [id] = [...kept.keys()];
    await other.order("pause", [id!]);
    await vi.waitFor(() => expect(statesOf(sends.get().files)).toEqual(["paused"]), patience);
    await other.remove([id!]);
    await vi.waitFor(() => expect(sends.get().files).toEqual([]), patience);
    cloud.failures.length = 0;
    await other.add(place, [item("second")]);
    await allDone(kept);
  });

  test("removing a file deletes all its data", async () => {
    const { tab, kept, cloud } = browser();
    for (let at = 0; at < 1000; at += 1) cloud.failNext("put", "break");
    const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
    const queue = tab({ send: { ...cloud.effects, wait } });
    await queue.add(place, items(1));
    await vi.waitFor(() => expect(cloud.calls.length).toBeGreaterThan(0), patience);
    await queue.remove([...kept.keys()]);
    expect(kept.size).toBe(0);
    expect(queue.get().files).toEqual([]);
  });
});
