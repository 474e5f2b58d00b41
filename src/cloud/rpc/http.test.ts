import { connect, type AddressInfo } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { atFileEnd } from "../../../tests/support/file-end.ts";
import { DatabaseUnavailable } from "../engines/database/unavailable.ts";
import { createLimits } from "../kernel/limits/limits.ts";
import { createGateway, type Gateway } from "./gateway.ts";
import type { CachedKey } from "./keys/key-cache.ts";
import type { Reader } from "./reader.ts";
import { registerRpcGateway } from "./http.ts";
import { fake } from "../../../tests/support/fake.ts";

const shortMs = 100;
const refusal = { status: 401, reason: "KEY_UNKNOWN", error: { code: -32_090, message: "No." } } as const;
/** A gateway that rejects all keys. */
const gateway = fake<Gateway>({ enter: async () => refusal });

const listening = async (served = gateway): Promise<number> => {
  const app = fastify();
  registerRpcGateway(app, { gateway: served }, shortMs);
  await app.listen({ port: 0, host: "127.0.0.1" });
  atFileEnd(() => app.close());
  return (app.server.address() as AddressInfo).port;
};

test("a connection with an incomplete body is closed", async () => {
  const port = await listening();
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write("POST /v1/polygon/mainnet/key HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("close", resolve));
  expect(socket.destroyed).toBe(true);
});

test("a rejection has the ID of each request, so that clients can match it", async () => {
  const port = await listening();
  const ask = async (body: unknown) => {
    const options = { method: "POST", body: JSON.stringify(body) };
    return (await fetch(`http://127.0.0.1:${port}/v1/polygon/mainnet/key`, options)).json();
  };
  const { error } = refusal;
  const of = (id: unknown) => ({ jsonrpc: "2.0", id, method: "eth_chainId", params: [] });
  expect(await ask(of(7))).toEqual({ jsonrpc: "2.0", id: 7, error });
  expect(await ask([of("one"), of(2), "nonsense"])).toEqual(
    ["one", 2, null].map((id) => ({ jsonrpc: "2.0", id, error })),
  );
  expect(await ask([])).toEqual({ jsonrpc: "2.0", id: null, error });
});

test("too many wrong keys from one address are rate-limited, in JSON-RPC's format with the request's ID", async () => {
  const port = await listening();
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/polygon/mainnet/key`, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "eth_chainId", params: [] }),
    });
    return { status: response.status, body: (await response.json()) as { error: { code: number } } };
  };
  for (let each = 0; each < 300; each += 1) expect((await ask()).status).toBe(401);
  expect(await ask()).toMatchObject({ status: 429, body: { jsonrpc: "2.0", id: 7, error: { code: -32_005 } } });
});

test("a request is answered with 503 and a time to retry while the database is unavailable, and no fault is reported", async () => {
  const faults: unknown[] = [];
  const key = fake<CachedKey>({
    id: "key",
    team_id: "team",
    type: "FREE",
    active: true,
    daily_cap: null,
    needs_token: false,
    guard: { refusedClient: () => undefined, refusedRequest: () => undefined },
  });
  const port = await listening(
    createGateway({
      keys: { find: async () => key },
      readers: new Map([["polygon/mainnet", fake<Reader>({ chain: { id: "polygon/mainnet" } as Reader["chain"] })]]),
      rate: { reserve: () => ({ waitMs: 0 }) },
      limits: createLimits(),
      dayUse: { take: async () => () => undefined, add: () => () => undefined },
      budget: { take: () => Promise.reject(new DatabaseUnavailable("unreachable", "down")), teams: () => 0 },
      filters: fake({}),
      note: () => undefined,
      onFault: (error) => faults.push(error),
    }),
  );
  const ask = (body: unknown) =>
    fetch(`http://127.0.0.1:${port}/v1/polygon/mainnet/key`, { method: "POST", body: JSON.stringify(body) });
  const request = { jsonrpc: "2.0", id: 7, method: "eth_chainId", params: [] };
  const single = await ask(request);
  expect([single.status, single.headers.get("retry-after")]).toEqual([503, "05"]);
  const error = { code: -32_603, message: expect.stringContaining("database is unavailable") as string };
  expect(await single.json()).toEqual({ jsonrpc: "2.0", id: 7, error });
  const batch = await ask([request]);
  expect(batch.status).toBe(200);
  expect(await batch.json()).toEqual([{ jsonrpc: "2.0", id: 7, error }]);
  expect(faults).toEqual([]);
});
