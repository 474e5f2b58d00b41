import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, createServer as createSocketServer, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createDial, Refused } from "./dial.ts";

test("a name with one public and one private address is rejected", async () => {
  const dial = createDial({}, () =>
    Promise.resolve([
      { address: "1.1.1.1", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ]),
  );
  await expect(dial("mixed.example.com", 443)).rejects.toThrow(Refused);
});

test("behind HTTPS_PROXY the connection goes through that proxy, with its credentials", async () => {
  const target = createSocketServer((socket) => socket.end("from the target"));
  target.listen(0, "127.0.0.1");
  await once(target, "listening");
  const requests: IncomingMessage[] = [];
  const proxy = createServer().on("connect", (request: IncomingMessage, client: Duplex) => {
    requests.push(request);
    const socket = connect((target.address() as AddressInfo).port, "127.0.0.1");
    client.write("HTTP/1.1 200 OK\r\n\r\n");
    socket.pipe(client);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    target.close();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  const dial = createDial({ HTTPS_PROXY: `http://user:p%40ss@127.0.0.1:${port}` }, () =>
    Promise.reject(new Error("the proxy resolves names")),
  );
  expect(await text(await dial("registry.example.com", 443))).toBe("from the target");
  expect(requests[0]?.url).toBe("registry.example.com:443");
  expect(requests[0]?.headers["proxy-authorization"]).toBe(`Basic ${Buffer.from("user:p@ss").toString("base64")}`);
});

test("a host in NO_PROXY is dialed directly and checked", async () => {
  const dial = createDial({ HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: ".example.com" }, () =>
    Promise.resolve([{ address: "192.168.0.1", family: 4 }]),
  );
  await expect(dial("registry.example.com", 443)).rejects.toThrow("private address 192.168.0.1");
});

test.each([
  "127.0.0.1",
  "169.254.169.254",
  "::1",
  "localhost",
  "localhost.",
  "0177.1",
  "2130706433",
  "[::ffff:7f00:1]",
])("%s is also rejected behind HTTPS_PROXY: the proxy would reach its own network", async (host) => {
  await expect(createDial({ HTTPS_PROXY: "http://127.0.0.1:9" })(host, 80)).rejects.toThrow(Refused);
});

test("an exception is reached at its private address and port, bypassing the proxy", async () => {
  const target = createSocketServer((socket) => socket.end("from inside"));
  target.listen(0, "127.0.0.1");
  await once(target, "listening");
  onTestFinished(() => void target.close());
  const { port } = target.address() as AddressInfo;
  const dial = createDial({ HTTPS_PROXY: "http://127.0.0.1:9" }, undefined, [`127.0.0.1:${port}`]);
  expect(await text(await dial("127.0.0.1", port))).toBe("from inside");
  await expect(dial("127.0.0.1", 80)).rejects.toThrow(Refused);
});
