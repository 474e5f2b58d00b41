import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

const never = new AbortController().signal;

it("keys take turns, and requests of one key keep their order", async () => {
  const turns = createTurns(["place"]);
  const place = await turns.take("a", never);
  const served: string[] = [];
  const asking = ["a1", "a2", "a3", "b1"].map(async (name) => {
    const given = await turns.take(name[0]!, never);
    served.push(name);
    turns.give(given);
  });
  turns.give(place);
  await Promise.all(asking);
  expect(served).toEqual(["a1", "b1", "a2", "a3"]);
});

it("a request that is aborted while it waits takes no place", async () => {
  const turns = createTurns(["place"]);
  const place = await turns.take("a", never);
  const stop = new AbortController();
  const gone = turns.take("b", stop.signal);
  const next = turns.take("c", never);
  stop.abort(new Error("gone"));
  await expect(gone).rejects.toThrow("gone");
  turns.give(place);
  expect(await next).toBe("place");
});
