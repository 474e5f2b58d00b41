import { afterEach, expect, test, vi } from "vitest";
import { createAsk } from "./json-rpc.ts";

afterEach(() => vi.unstubAllGlobals());

/** A node behind `fetch`: answers each call by `answer`, in reverse order. */
const nodeThat = (answer: (method: string) => object) => {
  const batches: string[][] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    const batch = JSON.parse(body) as { id: number; method: string }[];
    batches.push(batch.map(({ method }) => method));
    return Response.json(batch.map(({ id, method }) => ({ jsonrpc: "2.0", id, ...answer(method) })).reverse());
  });
  return batches;
};

test("concurrent calls are sent as one batch, and each gets its own response", async () => {
  const batches = nodeThat((method) => ({ result: `of ${method}` }));
  const call = createAsk("/rollup/1");
  expect(await Promise.all([call("a"), call("b", 1)])).toEqual(["of a", "of b"]);
  expect(await call("c")).toBe("of c");
  expect(batches).toEqual([["a", "b"], ["c"]]);
});

test("calls beyond the gateway's limit are sent in several batches", async () => {
  const batches = nodeThat(() => ({ result: null }));
  const call = createAsk("/rollup/1");
  await Promise.all(Array.from({ length: 101 }, () => call("x")));
  expect(batches.map(({ length }) => length)).toEqual([50, 50, 1]);
});

test("one refused call fails alone, with the node's code and message", async () => {
  nodeThat((method) => (method === "bad" ? { error: { code: -32601, message: "no such method" } } : { result: 1 }));
  const call = createAsk("/rollup/1");
  const [good, bad] = await Promise.allSettled([call("good"), call("bad")]);
  expect(good).toEqual({ status: "fulfilled", value: 1 });
  expect(bad).toMatchObject({ status: "rejected", reason: { code: -32601, message: "no such method" } });
});

test("an error for the whole batch, or no response, fails every call", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ message: "There is no such chain." }, { status: 404 }));
  await expect(createAsk("/rollup/1")("x")).rejects.toThrow("There is no such chain.");
  vi.stubGlobal("fetch", async () => Response.json([]));
  await expect(createAsk("/rollup/1")("x")).rejects.toThrow("The node didn't answer x.");
});
