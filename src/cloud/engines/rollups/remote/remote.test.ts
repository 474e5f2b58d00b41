import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { atFileEnd } from "../../../../../tests/support/file-end.ts";
import { RollupGone, type RollupOrder, type Rollups } from "../rollups.ts";
import { openRemoteRollups } from "./open.ts";

const address = `0x${"ab".repeat(20)}`;
const facts = {
  provider: "A stack",
  rpc: "https://rollup.example",
  ws: null,
  contractAddress: address,
  bridgeAddress: null,
  config: { any: "thing" },
  settlementName: "Ethereum Sepolia",
  settlementChainId: 11_155_111,
  settlementRpc: "https://sepolia.example",
  gasBlockLimit: "30000000",
  withdrawPeriod: 604_800,
  gasToken: "ETH",
  bridge: "https://bridge.example",
};
const health = {
  awake: true,
  height: 9,
  batched: 7,
  proposed: 5,
  blockAt: 1_700_000_000,
  batchAt: null,
  gasPrice: "1000000000",
  roles: [{ role: "batcher", address, balance: "7" }],
};
const order: RollupOrder = { id: randomUUID(), name: "Harbour", chainId: 909, framework: "OP", settlement: "ethereum" };

/** The operator's server: its responses in order per request, and the received requests. */
const answers = new Map<string, unknown[]>();
const received: { line: string; authorization: string | undefined; body?: unknown }[] = [];
let rollups: Rollups;
beforeAll(async () => {
  const server = createServer((request: IncomingMessage, response) => {
    const answer = async (): Promise<void> => {
      const line = `${request.method} ${request.url}`;
      const body = request.headers["content-type"] === "application/json" ? await json(request) : undefined;
      received.push({ line, authorization: request.headers.authorization, ...(body !== undefined && { body }) });
      const queued = answers.get(line);
      const next = queued && queued.length > 1 ? queued.shift() : queued?.[0];
      if (next === undefined) return void response.writeHead(404).end();
      if (typeof next === "number") return void response.writeHead(next).end();
      response.setHeader("content-type", "application/json").end(JSON.stringify(next));
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stack/`;
  rollups = openRemoteRollups({ url, key: "secret", pollMs: 5 });
  atFileEnd(async () => {
    await rollups.close();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
});
const path = `/stack/rollups/${order.id}`;

test("an order is sent with its ID and polled until it is ready", async () => {
  answers.set(`PUT ${path}`, [{ state: "making", step: "QUEUED" }]);
  answers.set(`GET ${path}`, [
    { state: "making", step: "KEYS" },
    { state: "making", step: "KEYS" },
    { state: "ready", facts },
  ]);
  const steps: string[] = [];
  expect(await rollups.create(order, async (step) => void steps.push(step))).toEqual({
    ...facts,
    gasBlockLimit: 30_000_000n,
  });
  expect(steps).toEqual(["QUEUED", "KEYS", "READY"]);
  expect(received[0]).toEqual({ line: `PUT ${path}`, authorization: "Bearer secret", body: order });
});

test("error messages are passed on, and malformed responses are rejected", async () => {
  answers.set(`PUT ${path}`, [{ state: "failed", reason: "There is no room for another chain." }]);
  await expect(rollups.create(order, async () => undefined)).rejects.toThrow("There is no room for another chain.");
  answers.set(`PUT ${path}`, [{ state: "ready", facts: { ...facts, rpc: "javascript:alert(1)" } }]);
  await expect(rollups.create(order, async () => undefined)).rejects.toThrow("returned an invalid answer");
  answers.set(`PUT ${path}`, [500]);
  await expect(rollups.create(order, async () => undefined)).rejects.toThrow("The rollup stack answered 500.");
});

test("health, logs and moves come from the stack, with amounts as integers", async () => {
  answers.set(`GET ${path}/health`, [health]);
  expect(await rollups.health(order.id)).toEqual({
    ...health,
    gasPrice: 1_000_000_000n,
    roles: [{ role: "batcher", address, balance: 7n }],
  });
  const lines = { items: [{ line: 3, at: 1_700_000_000, content: "Posted" }], next: 4 };
  answers.set(`GET ${path}/logs/batcher?from=3&to=9`, [lines]);
  answers.set(`GET ${path}/logs/batcher?from=3`, [lines]);
  expect(await rollups.logs(order.id, "batcher", 3, 9)).toEqual(lines);
  expect(await rollups.logs(order.id, "batcher", 3)).toEqual(lines);
  const deposit = { index: 0, to: address, amount: "5", hash: "0x1", createdAt: 1, paidHash: null };
  answers.set(`GET ${path}/bridge/${address}`, [{ deposits: [deposit], withdrawals: [] }]);
  const { deposits } = await rollups.bridgeMoves(order.id, address);
  expect(deposits).toEqual([{ ...deposit, amount: 5n }]);
});

test("a missing rollup is reported as gone, and stopping and removing it succeeds", async () => {
  answers.clear();
  await expect(rollups.health(order.id)).rejects.toThrow(RollupGone);
  await expect(rollups.resume(order.id)).rejects.toThrow(RollupGone);
  await rollups.stop(order.id);
  await rollups.remove(order.id);
  answers.set(`POST ${path}/stop`, [204]);
  answers.set(`DELETE ${path}`, [503]);
  await rollups.stop(order.id);
  await expect(rollups.remove(order.id)).rejects.toThrow("The rollup stack answered 503.");
});
