import { describe, expect, test } from "vitest";
import { answeringFor } from "./answering.ts";
import { DatabaseUnavailable } from "../../database/unavailable.ts";
import { RpcError } from "../../network/rpc-error.ts";
import { answerWith } from "./json-rpc.ts";

const methods: string[] = [];
const answering = answeringFor({
  chainId: 137,
  call: async ({ method, params }) => {
    if (method === "eth_sendRawTransaction") return `hash of ${String(params[0])}`;
    methods.push(method);
    if (params[0] === "revert") throw new RpcError(3, "execution reverted", "0x08c379a0");
    if (params[0] === "fault") throw new Error("the database is gone");
    if (params[0] === "unreachable") throw new DatabaseUnavailable("unreachable", "Can't reach the database.");
    return params;
  },
});
const faults: unknown[] = [];
const say = (body: unknown) => answerWith(answering, body, (error) => faults.push(error));
const call = (method: string, params: unknown = [], id: unknown = 1) => ({ jsonrpc: "2.0", id, method, params });

describe("JSON-RPC 2.0", () => {
  test("a response has the request's ID", async () => {
    expect(await say(call("eth_getBalance", ["0xa", "latest"], "x"))).toEqual({
      jsonrpc: "2.0",
      id: "x",
      result: ["0xa", "latest"],
    });
  });

  test("a batch is answered in order, without its notifications", async () => {
    const notification = { jsonrpc: "2.0", method: "eth_gasPrice" };
    const answer = await say([call("eth_chainId", [], 1), notification, call("net_version", [], 2)]);
    expect(answer).toEqual([
      { jsonrpc: "2.0", id: 1, result: "0x89" },
      { jsonrpc: "2.0", id: 2, result: "137" },
    ]);
  });

  test("a batch of notifications has no response", async () => {
    expect(await say({ jsonrpc: "2.0", method: "eth_gasPrice" })).toBeUndefined();
    expect(await say([{ jsonrpc: "2.0", method: "eth_gasPrice" }])).toBeUndefined();
  });

  test.each([
    ["an empty batch", [], null],
    ["another version", { jsonrpc: "1.0", id: 1, method: "eth_chainId" }, 1],
    ["no method", { jsonrpc: "2.0", id: "own" }, "own"],
    ["an ID that is none", { jsonrpc: "2.0", id: {}, method: "eth_chainId" }, null],
    ["a number", 7, null],
    ["null", null, null],
  ])("%s is an invalid request, and the error has its ID if there is one", async (_name, body, id) => {
    expect(await say(body)).toMatchObject({ id, error: { code: -32_600 } });
  });

  test("an unavailable database is named, and is no fault of the server", async () => {
    expect(await say(call("eth_call", ["unreachable"]))).toMatchObject({
      id: 1,
      error: { code: -32_603, message: "The database is unavailable. Try again in a few seconds." },
    });
    expect(faults).toEqual([]);
  });

  test("a batch of 101 gets an error for each request, and one of 1,001 gets one", async () => {
    const batchOf = (length: number) =>
      Array.from({ length }, (_, id) => ({ jsonrpc: "2.0", id, method: "eth_chainId" }));
    const answers = (await say(batchOf(101))) as { id: number; error: { code: number } }[];
    expect(answers.map(({ id, error }) => [id, error.code])).toEqual(batchOf(101).map(({ id }) => [id, -32_600]));
    expect(await say(batchOf(1001))).toMatchObject({ id: null, error: { code: -32_600 } });
  });

  test("parameters may be null", async () => {
    expect(await say({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: null })).toMatchObject({ result: "0x89" });
  });

  test("a batch of 100 is answered", async () => {
    expect(await say(Array.from({ length: 100 }, () => call("eth_chainId")))).toHaveLength(100);
  });

  test("named parameters are rejected", async () => {
    expect(await say(call("eth_getBalance", { address: "0xa" }))).toMatchObject({ error: { code: -32_602 } });
  });

  test("a rejection by the chain has its code, message and data", async () => {
    expect(await say(call("eth_call", ["revert"]))).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: 3, message: "execution reverted", data: "0x08c379a0" },
    });
  });

  test("an internal error has its own code and no details", async () => {
    expect(await say(call("eth_call", ["fault"]))).toMatchObject({ error: { code: -32_603 } });
    expect(JSON.stringify(await say(call("eth_call", ["fault"])))).not.toContain("database");
    expect(faults).toHaveLength(2);
  });
});

describe("the available methods", () => {
  const development = [
    "anvil_setBalance",
    "anvil_impersonateAccount",
    "hardhat_setCode",
    "evm_mine",
    "evm_setNextBlockTimestamp",
    "eth_sendTransaction",
    "eth_sign",
    "eth_signTypedData_v4",
    "eth_accounts",
    "eth_subscribe",
    "eth_newFilter",
    "debug_traceTransaction",
    "trace_block",
    "txpool_content",
    "ots_getApiLevel",
    "personal_unlockAccount",
    "toString",
    "__proto__",
  ];
  test.each(development)("%s is not available", async (method) => {
    expect(await say(call(method))).toMatchObject({ id: 1, error: { code: -32_601 } });
    expect(methods).not.toContain(method);
  });

  test("answers that depend on settings do not use the node", async () => {
    methods.length = 0;
    const answers = await say([call("eth_chainId"), call("net_version"), call("web3_clientVersion")]);
    expect(answers).toMatchObject([{ result: "0x89" }, { result: "137" }, { result: "Freehold" }]);
    expect(methods).toEqual([]);
  });

  test("a signed transaction goes to the durable log", async () => {
    expect(await say(call("eth_sendRawTransaction", ["0xab"]))).toMatchObject({ result: "hash of 0xab" });
  });
});
