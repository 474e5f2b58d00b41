import { expect, test } from "vitest";
import { answered, failed, healthOf, inOrder } from "./node-health.ts";

const nodesOf = (count: number) =>
  Array.from({ length: count }, (_, place) => healthOf({ name: `node-${place}`, ask: async () => ({ result: null }) }));

test("after three consecutive failures a node is paused, twice as long each time, until it answers", () => {
  const [node] = nodesOf(1);
  failed(node!, 0);
  failed(node!, 0);
  expect(inOrder([node!], 0)).toHaveLength(1);
  failed(node!, 0);
  expect(inOrder([node!], 999)).toHaveLength(0);
  expect(inOrder([node!], 1000)).toHaveLength(1);
  failed(node!, 1000);
  expect(inOrder([node!], 2999)).toHaveLength(0);
  answered(node!, 10);
  expect(inOrder([node!], 1001)).toHaveLength(1);
});

test("the fastest node with the fewest failures comes first, and a lagging one last", () => {
  const [slow, fast, failing, lagging] = nodesOf(4);
  for (let each = 0; each < 20; each++) {
    answered(slow!, 300);
    answered(fast!, 20);
    answered(failing!, 10);
    answered(lagging!, 1);
  }
  failed(failing!, 0);
  Object.assign(fast!, { head: 100 });
  Object.assign(lagging!, { head: 50 });
  expect(inOrder([slow!, failing!, lagging!, fast!], 0).map(({ upstream }) => upstream.name)).toEqual(
    [fast!, slow!, failing!, lagging!].map(({ upstream }) => upstream.name),
  );
});
