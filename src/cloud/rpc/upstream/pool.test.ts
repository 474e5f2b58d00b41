/** Tests a pool with two nodes of one chain over HTTP, each of which can fail. */
import { beforeEach, expect, test } from "vitest";
import { rpcNode, type NodeMood, type NodeRequest, type RpcNode } from "../../../../tests/support/chains/rpc-node.ts";
import type { RpcChain } from "./chains.ts";
import { httpUpstream } from "./http-upstream.ts";
import { createPool, type Pool } from "./pool.ts";

const hash = `0x${"ab".repeat(32)}`;
const balance = { method: "eth_getBalance", params: [`0x${"1".repeat(40)}`, "latest"] };
const transaction = { method: "eth_sendRawTransaction", params: ["0x02"] };

let nodes: readonly [RpcNode, RpcNode];
let pool: Pool;
/** Responses of a healthy node. */
let answers: Record<string, unknown>;
let refusal: { readonly code: number; readonly message: string } | undefined;

beforeEach(async () => {
  answers = {
    eth_blockNumber: "0x64",
    eth_getBalance: "0x5",
    eth_sendRawTransaction: hash,
    eth_getTransactionByHash: null,
  };
  refusal = undefined;
  const answer = ({ method }: NodeRequest) =>
    refusal && method === "eth_sendRawTransaction" ? { error: refusal } : { result: answers[method] };
  nodes = [await rpcNode(answer), await rpcNode(answer)];
  const chain = { id: "a/b", key: "a", network: "b", name: "A", chainId: 1, blockMs: 1000, finality: 8, isOwn: false };
  const upstreams = nodes.map(({ url }, place) => httpUpstream(`node-${place + 1}`, url));
  pool = createPool({ ...chain, upstreams } satisfies RpcChain);
});

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
const requestCounts = (method: string): number[] =>
  nodes.map(({ requests }) => requests.filter((name) => name === method).length);

test.each<NodeMood>(["dead", "hung", "garbage"])(
  "a read that a node cannot answer (%s) is asked of the next, and the first answer counts",
  async (mood) => {
    // Both are known to be healthy before the first one fails.
    await pool.read(balance);
    nodes[0].mood = mood;
    expect(await pool.read(balance)).toMatchObject({ reply: { result: "0x5" }, upstream: "node-2" });
  },
);

test("a healthy node is asked alone", async () => {
  for (let each = 0; each < 5; each++) await pool.read(balance);
  const requests = requestCounts("eth_getBalance");
  expect(Math.min(...requests)).toBe(0);
  expect(Math.max(...requests)).toBe(5);
});

test("a node that is 50 blocks behind is asked last, and its head is ignored", async () => {
  nodes[0].mood = "lagging";
  for (let each = 0; each < 5; each++) {
    await pool.read(balance);
    expect((await pool.read({ method: "eth_blockNumber", params: [] })).reply.result).toBe("0x64");
  }
  expect(requestCounts("eth_getBalance")[0]).toBe(0);
});

test("an implausible response is a failure: the next node is asked", async () => {
  const strange = await rpcNode(({ method }) => ({ result: method === "eth_blockNumber" ? "0x64" : "soon" }));
  const chain = { id: "a/b", key: "a", network: "b", name: "A", chainId: 1, blockMs: 1000, finality: 8, isOwn: false };
  const upstreams = [strange, nodes[1]].map(({ url }, place) => httpUpstream(`node-${place + 1}`, url));
  const { reply, upstream } = await createPool({ ...chain, upstreams }).read(balance);
  expect([reply.result, upstream]).toEqual(["0x5", "node-2"]);
});

test("if no node answers, the response is an error and nothing is thrown", async () => {
  nodes.forEach((node) => void (node.mood = "dead"));
  const { reply, upstream } = await pool.read(balance);
  expect(reply.error).toMatchObject({ code: -32_603 });
  expect(upstream).toBeUndefined();
});

test("a write goes to one node, once", async () => {
  expect((await pool.write(transaction, hash)).reply).toEqual({ result: hash });
  expect(sum(requestCounts("eth_sendRawTransaction"))).toBe(1);
});

test("'already known' is a success", async () => {
  refusal = { code: -32_000, message: "already known" };
  expect((await pool.write(transaction, hash)).reply).toEqual({ result: hash });
});

test("a node's error message is passed on", async () => {
  refusal = { code: -32_000, message: "nonce too low" };
  expect((await pool.write(transaction, hash)).reply).toEqual({ error: refusal });
  expect(sum(requestCounts("eth_sendRawTransaction"))).toBe(1);
});

test("a write goes to another node if it can't have reached the first", async () => {
  await nodes[0].stop();
  expect(await pool.write(transaction, hash)).toMatchObject({ reply: { result: hash }, upstream: "node-2" });
  expect(requestCounts("eth_sendRawTransaction")).toEqual([0, 1]);
});

test("after a timeout a write is looked up and never sent again", async () => {
  nodes.forEach((node) => void (node.mood = "mute"));
  answers["eth_getTransactionByHash"] = { hash };
  expect((await pool.write(transaction, hash)).reply).toEqual({ result: hash });
  expect(sum(requestCounts("eth_sendRawTransaction"))).toBe(1);
});

test("after a timeout, if no node knows the write, the error names its hash", async () => {
  nodes.forEach((node) => void (node.mood = "mute"));
  const { reply } = await pool.write(transaction, hash);
  expect(reply.error?.message).toContain(hash);
  expect(sum(requestCounts("eth_sendRawTransaction"))).toBe(1);
});
