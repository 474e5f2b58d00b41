import { connect, type AddressInfo } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { atFileEnd } from "../../../tests/support/file-end.ts";
import type { Gateway } from "../services/rpc/gateway.ts";
import { registerRpcGateway } from "./rpc-gateway.ts";
import { fake } from "../../../tests/support/fake.ts";

const shortMs = 100;
const refusal = { status: 401, error: { code: -32_090, message: "No." } } as const;
/** A gateway that rejects all keys. */
const gateway = fake<Gateway>({ enter: async () => refusal });

const listening = async (): Promise<number> => {
  const app = fastify();
  registerRpcGateway(app, { gateway }, shortMs);
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
