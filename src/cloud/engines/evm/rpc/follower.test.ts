import { expect, test, vi } from "vitest";
import { followBlocks, type NewBlock } from "./follower.ts";

/** A chain whose responses are held until released. */
const chainAt = (first: number) => {
  let [head, isHeld] = [first, false];
  const pending: (() => void)[] = [];
  const follower = followBlocks({
    blockMs: 1_000_000,
    read: async (method, [number]) => {
      const result = method === "eth_blockNumber" ? `0x${head.toString(16)}` : { number };
      if (isHeld) await new Promise<void>((resolve) => pending.push(resolve));
      return result;
    },
  });
  const seen = (): { readonly numbers: number[]; readonly listener: (block: NewBlock) => void } => {
    const numbers: number[] = [];
    return { numbers, listener: ({ header }) => void numbers.push(Number(header["number"])) };
  };
  return {
    follower,
    seen,
    mine: (blocks = 1): void => void (head += blocks),
    hold: (): void => void (isHeld = true),
    /** Number of requests waiting for their responses. */
    waiting: () => pending.length,
    letGo: (): void => {
      isHeld = false;
      pending.splice(0).forEach((answer) => answer());
    },
  };
};

test("each block after the first is reported once and in order", async () => {
  const { follower, seen, mine } = chainAt(7);
  const { numbers, listener } = seen();
  await follower.follow(listener, false);
  mine(3);
  follower.nudge();
  await vi.waitFor(() => expect(numbers).toEqual([8, 9, 10]));
  follower.close();
});

test("a listener added while the last one leaves receives all following blocks", async () => {
  const { follower, seen, mine, hold, waiting, letGo } = chainAt(7);
  const leave = await follower.follow(seen().listener, false);
  mine();
  hold();
  follower.nudge();
  await vi.waitFor(() => expect(waiting()).toBe(1));
  leave();
  letGo();
  const { numbers, listener } = seen();
  await follower.follow(listener, false);
  mine(2);
  follower.nudge();
  await vi.waitFor(() => expect(numbers).toEqual([9, 10]));
  follower.close();
});

test.each([1, 2])(
  "a listener added after all others left at response %i receives no earlier block",
  async (answers) => {
    const { follower, seen, mine, hold, waiting, letGo } = chainAt(7);
    const leave = await follower.follow(seen().listener, false);
    mine();
    hold();
    follower.nudge();
    for (let answer = 1; answer < answers; answer += 1) {
      await vi.waitFor(() => expect(waiting()).toBe(1));
      letGo();
      hold();
    }
    await vi.waitFor(() => expect(waiting()).toBe(1));
    leave();
    letGo();
    mine(50);
    const { numbers, listener } = seen();
    await follower.follow(listener, false);
    mine();
    follower.nudge();
    await vi.waitFor(() => expect(numbers).toEqual([59]));
    follower.close();
  },
);
