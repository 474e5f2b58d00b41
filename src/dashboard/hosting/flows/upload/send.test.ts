import { describe, expect, test } from "vitest";
import { uploadAttempts, uploadPartBytes } from "../../../../../resources/limits.ts";
import { pack } from "./packing.ts";
import { sendUpload, type SendEffects } from "./send.ts";

const sizeBytes = uploadPartBytes * 2 + 5;
const packing = pack([{ path: "big.bin", file: new File([new Uint8Array(sizeBytes).fill(7)], "big.bin") }]);
const start = { uploadId: "u", received: 0, sizeBytes };

class Refused extends Error {}
class Broken extends Error {}

/** A server that stores parts; `disturb` may throw before or after a part is stored. */
const cloud = (disturb: (call: number, moment: "before" | "after") => void = () => undefined) => {
  const state = { received: 0, calls: 0, sizes: [] as number[] };
  const effects: SendEffects = {
    show: async () => ({ ...start, received: state.received }),
    append: async (_id, offset, part) => {
      state.calls += 1;
      disturb(state.calls, "before");
      if (offset !== state.received) throw new Refused(`expected ${state.received}, got ${offset}`);
      state.received += part.size;
      state.sizes.push(part.size);
      disturb(state.calls, "after");
      return { ...start, received: state.received };
    },
    isTemporary: (error) => error instanceof Broken,
    wait: async () => undefined,
  };
  return { state, effects };
};

const options = (signal = new AbortController().signal) => ({
  signal,
  onSent: () => undefined,
  onBreak: () => undefined,
});

describe("sending an upload", () => {
  test("sends parts of at most 8 MiB, one after another", async () => {
    const { state, effects } = cloud();
    await sendUpload(start, packing, effects, options());
    expect(state.sizes).toEqual([8 * 1024 * 1024, 8 * 1024 * 1024, 5]);
  });

  test.each(["before", "after"] as const)("continues after an interruption %s the part was stored", async (moment) => {
    const { state, effects } = cloud((call, at) => {
      if (call === 2 && at === moment) throw new Broken();
    });
    await sendUpload(start, packing, effects, options());
    expect(state.received).toBe(sizeBytes);
  });

  test("continues from where an earlier visit stopped", async () => {
    const { state, effects } = cloud();
    state.received = uploadPartBytes;
    await sendUpload({ ...start, received: uploadPartBytes }, packing, effects, options());
    expect(state.sizes).toEqual([uploadPartBytes, 5]);
  });

  test("fails after several interruptions in a row, and at once when refused", async () => {
    const dead = cloud(() => {
      throw new Broken();
    });
    await expect(sendUpload(start, packing, dead.effects, options())).rejects.toBeInstanceOf(Broken);
    expect(dead.state.calls).toBe(uploadAttempts);
    const closed = cloud(() => {
      throw new Refused();
    });
    await expect(sendUpload(start, packing, closed.effects, options())).rejects.toBeInstanceOf(Refused);
    expect(closed.state.calls).toBe(1);
  });

  test("stops when cancelled", async () => {
    const controller = new AbortController();
    const { state, effects } = cloud((call) => {
      if (call === 1) controller.abort();
    });
    await expect(sendUpload(start, packing, effects, options(controller.signal))).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(state.calls).toBe(1);
  });
});
