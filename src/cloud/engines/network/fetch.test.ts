import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Resolver } from "node:dns/promises";
import { expect, test } from "vitest";
import { testDns } from "../../../../tests/support/hosting/dns.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { createDial, dialConfigured, Refused, type Resolve } from "./dial.ts";
import { createFetch, createStreamingFetch, fetchConfigured } from "./fetch.ts";

const listening = async (answer: RequestListener, host = "127.0.0.1"): Promise<number> => {
  const server = createServer(answer);
  await once(server.listen(0, host), "listening");
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

/** A name server that answers `first` once and then `then`, and a resolver that uses it. */
const rebinding = async (name: string, first: string, then: string) => {
  const dns = await testDns();
  const resolver = new Resolver();
  resolver.setServers([dns.server]);
  let times = 0;
  const resolve: Resolve = async (host) => {
    dns.zone.set(name, { A: [times === 0 ? first : then] });
    times += 1;
    return (await resolver.resolve4(host)).map((address) => ({ address, family: 4 }));
  };
  return { resolve, lookups: () => times };
};

test("a name that resolves to a public address for the check and to 127.0.0.1 afterwards never reaches loopback", async () => {
  const reached: string[] = [];
  const port = await listening((request, response) => {
    reached.push(request.url ?? "");
    response.end("a secret of this machine");
  });
  // 240.0.0.1 would be rejected; this address passes the check, and nothing answers there during the test.
  const { resolve, lookups } = await rebinding("rebind.example", "192.0.1.1", "127.0.0.1");
  const fetch = createFetch(createDial({}, resolve));
  const signal = AbortSignal.timeout(1000);
  await Promise.race([
    fetch(`http://rebind.example:${port}/first`, { signal }).catch(() => undefined),
    once(signal, "abort"),
  ]);
  expect(lookups(), "a connection resolves its name once").toBe(1);
  await expect(fetch(`http://rebind.example:${port}/second`)).rejects.toThrow(Refused);
  expect(reached).toEqual([]);
});

test("a name with a public and a private address is not dialed", async () => {
  const reached: string[] = [];
  const port = await listening((request) => void reached.push(request.url ?? ""));
  const dns = await testDns();
  dns.zone.set("mixed.example", { A: ["192.0.1.1", "127.0.0.1"] });
  const resolver = new Resolver();
  resolver.setServers([dns.server]);
  const resolve: Resolve = async (host) => (await resolver.resolve4(host)).map((address) => ({ address, family: 4 }));
  await expect(createFetch(createDial({}, resolve))(`http://mixed.example:${port}/`)).rejects.toThrow(Refused);
  expect(reached).toEqual([]);
});

test("a redirect is not followed, and its address is checked if requested", async () => {
  const reached: string[] = [];
  const inner = await listening((request, response) => {
    reached.push(request.url ?? "");
    response.end();
  });
  const outer = await listening((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${inner}/secret` }).end();
  });
  // The first host is allowed as an exception.
  const fetch = createFetch(createDial({}, undefined, [`127.0.0.1:${outer}`]));
  const answer = await fetch(`http://127.0.0.1:${outer}/`);
  expect(answer.status).toBe(302);
  await expect(fetch(answer.headers.get("location")!)).rejects.toThrow(Refused);
  expect((await fetchConfigured(`http://127.0.0.1:${outer}/`)).status).toBe(302);
  expect(reached).toEqual([]);
});

test("a configured address may be private", async () => {
  const port = await listening((_request, response) => void response.end("a node"));
  expect(await (await fetchConfigured(`http://localhost:${port}/`)).text()).toBe("a node");
});

test("a streaming response is read incrementally, and cancelling it closes the connection", async () => {
  let closed: Promise<unknown> | undefined;
  const port = await listening((_request, response) => {
    closed = once(response, "close");
    response.writeHead(200, { "content-type": "text/event-stream" }).write("first");
  });
  const stop = new AbortController();
  const answer = await createStreamingFetch(dialConfigured)(`http://127.0.0.1:${port}/`, { signal: stop.signal });
  const reader = answer.body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe("first");
  stop.abort();
  await expect(reader.read()).rejects.toThrow();
  await closed;
});
