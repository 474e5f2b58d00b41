import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { createCancel } from "./cancel.ts";
import { httpUpstream } from "./http-upstream.ts";

interface NodeRequest {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [string];
}

/** Starts a node that answers each request with its first parameter, transformed by `say`. */
const nodeThat = async (respond: (received: NodeRequest | readonly NodeRequest[]) => unknown) => {
  const bodies: (NodeRequest | readonly NodeRequest[])[] = [];
  const headers: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(JSON.parse(body) as NodeRequest);
      headers.push(request.headers.authorization ?? "");
      response.end(JSON.stringify(respond(bodies.at(-1)!)));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { bodies, headers, port: (server.address() as AddressInfo).port };
};
const reply = ({ id, params }: NodeRequest) => ({ jsonrpc: "2.0", id, result: params[0] });
const readsOf = (names: readonly string[], port: number) => {
  const { ask } = httpUpstream("node-1", `http://127.0.0.1:${port}`);
  return Promise.all(names.map((name) => ask({ method: "eth_getCode", params: [name] }, createCancel())));
};

test("concurrent requests are sent in one batch and matched with their responses in any order", async () => {
  const { bodies, port } = await nodeThat((received) => (received as readonly NodeRequest[]).map(reply).toReversed());
  const replies = await readsOf(["a", "b", "c"], port);
  expect(replies.map(({ result }) => result)).toEqual(["a", "b", "c"]);
  expect(bodies).toHaveLength(1);
});

test("a node without batch support gets single requests", async () => {
  const refused = { jsonrpc: "2.0", id: null, error: { code: -32_600, message: "No batches." } };
  const { bodies, port } = await nodeThat((received) =>
    Array.isArray(received) ? refused : reply(received as NodeRequest),
  );
  const replies = await readsOf(["a", "b"], port);
  expect(replies.map(({ result }) => result)).toEqual(["a", "b"]);
  expect(bodies).toHaveLength(3);
});

test("a missing or mismatched response in a batch fails only its own request", async () => {
  const { port } = await nodeThat((received) => (received as readonly NodeRequest[]).slice(1).map(reply));
  const { ask } = httpUpstream("node-1", `http://127.0.0.1:${port}`);
  const [first, second] = ["a", "b"].map((name) => ask({ method: "eth_getCode", params: [name] }, createCancel()));
  await expect(first).rejects.toThrow("omitted");
  expect(await second).toEqual({ result: "b" });
  const wrong = await nodeThat((received) => ({ ...reply(received as NodeRequest), id: 7 }));
  await expect(readsOf(["a"], wrong.port)).rejects.toThrow("different ID");
});

test("a transaction is never sent in a batch", async () => {
  const { bodies, port } = await nodeThat((received) =>
    Array.isArray(received) ? received.map(reply) : reply(received as NodeRequest),
  );
  const { ask } = httpUpstream("node-1", `http://127.0.0.1:${port}`);
  const methods = ["eth_getCode", "eth_sendRawTransaction", "eth_getCode"];
  const received = methods.map((method) => ask({ method, params: ["x"] }, createCancel()));
  expect(await Promise.all(received)).toHaveLength(3);
  expect(bodies.some((body) => !Array.isArray(body) && (body as NodeRequest).method === "eth_sendRawTransaction")).toBe(
    true,
  );
  expect(bodies).toHaveLength(2);
});

test("user name and password of a node's URL are sent as credentials", async () => {
  const { headers, port } = await nodeThat((received) => reply(received as NodeRequest));
  const { ask } = httpUpstream("node-1", `http://me:secret@127.0.0.1:${port}`);
  await ask({ method: "eth_getCode", params: ["x"] }, createCancel());
  expect(headers).toEqual([`Basic ${Buffer.from("me:secret").toString("base64")}`]);
});
