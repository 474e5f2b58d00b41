import { expect, test, vi } from "vitest";
import { followBlocks, type NewBlock } from "./follower.ts";

/** A chain whose answers wait until they are let go, once that is asked for. */
const chainAt = (first: number) => {
  let [head, isHeld] = [first, false];
  const held: (() => void)[] = [];
  const follower = followBlocks({
    blockMs: 1_000_000,
    read: async (method, [number]) => {
      const result = method === "eth_blockNumber" ? `0x${head.toString(16)}` : { number };
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
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
    /** How many questions wait for their answers. */
    waiting: () => held.length,
    letGo: (): void => {
      isHeld = false;
      held.splice(0).forEach((answer) => answer());
    },
  };
};

test("each block is told once and in order, from the one after the first on", async () => {
  const { follower, seen, mine } = chainAt(7);
  const { numbers, listener } = seen();
  await follower.follow(listener, false);
  mine(3);
  follower.nudge();
  await vi.waitFor(() => expect(numbers).toEqual([8, 9, 10]));
  follower.close();
});

test("who comes while the last listener leaves in the middle of a block hears of all that follow", async () => {
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

test.each([1, 2])("who comes after all have left at answer %i hears of no block from before", async (answers) => {
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
});
