/** Tests how the port handles request forms, upgrades, slow bodies, proxies and many connections. */
import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { clientOf, isNetwork, networkOf, trustedProxies } from "../../engines/network/client.ts";
import type { Front } from "../../kernel/module.ts";
import { limitConnections } from "./limits/connection-limits.ts";
import { claimUpgrades, createHandlerServer, type FrontDeps } from "./server.ts";
import { createUnderWay } from "./under-way.ts";

const tellOf: RequestListener = async (request, response) => {
  const body = await text(request).catch(() => "");
  const { address, isSecure } = clientOf(request);
  response.end(JSON.stringify({ url: request.url, host: request.headers.host, body, address, isSecure }));
};

const started = async (
  deps: Partial<FrontDeps> = {},
  application: RequestListener = tellOf,
): Promise<{ server: Server; port: number; faults: unknown[] }> => {
  const faults: unknown[] = [];
  const server = createHandlerServer(application, { onFault: (error) => void faults.push(error), ...deps });
  await once(server.listen(0, "127.0.0.1"), "listening");
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port, faults };
};

/** A front of the paths below /git/. */
const git = (handle: Front["handle"]): Pick<FrontDeps, "fronts"> => ({
  fronts: [{ name: "git", addresses: [], servesPath: (url) => url.startsWith("/git/"), handle }],
});

const opened = (port: number): Socket => {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  return socket;
};

const say = async (port: number, bytes: string): Promise<string> => {
  const socket = opened(port);
  socket.write(bytes);
  return text(socket);
};
const bodyOf = (answer: string): Record<string, unknown> =>
  JSON.parse(/\{.*\}/.exec(answer)![0]) as Record<string, unknown>;
const get = (target: string, more = ""): string =>
  `GET ${target} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n${more}\r\n`;

test("an absolute-form request is routed by its own host, regardless of Host", async () => {
  const { port } = await started();
  expect(bodyOf(await say(port, get("http://b.example:81/x/../y?z=1")))).toMatchObject({
    host: "b.example:81",
    url: "/x/../y?z=1",
  });
  expect(bodyOf(await say(port, get("HTTP://b.example")))).toMatchObject({ host: "b.example", url: "/" });
  expect(bodyOf(await say(port, get("http://b.example?z=1")))).toMatchObject({ host: "b.example", url: "/?z=1" });
});

test("a request with two Host headers is refused", async () => {
  const { server, port } = await started();
  claimUpgrades(server, () => true);
  expect(await say(port, get("/", "host: b.example\r\n"))).toMatch(/^HTTP\/1\.1 400 /);
  expect(await say(port, get("/", "HOST: a.example\r\n"))).toMatch(/^HTTP\/1\.1 400 /);
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nhost: b.example\r\n\r\n";
  expect(await say(port, `GET / HTTP/1.1\r\nHost: a.example\r\n${upgrade}`)).toMatch(/^HTTP\/1\.1 400 /);
  expect(bodyOf(await say(port, get("/", "hosts: b.example\r\n")))).toMatchObject({ host: "a.example" });
});

test("a websocket to an unknown path is answered 404 and closed; other upgrades are ignored", async () => {
  const { server, port } = await started();
  claimUpgrades(server, (url) => url === "/known");
  server.on("upgrade", (request, socket) => {
    if (request.url === "/known") socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  });
  const upgrade = (path: string, protocol = "websocket"): string =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\n\r\n`;
  expect(await say(port, upgrade("/unknown"))).toMatch(/^HTTP\/1\.1 404 [^]*connection: close/i);
  expect(await say(port, upgrade("/known"))).toMatch(/^HTTP\/1\.1 101 /);
  const plain = opened(port);
  plain.write(upgrade("/page", "h2c"));
  const [answer] = (await once(plain, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  plain.destroy();
});

test.each([
  ["Expect: 100-continue\r\nContent-Length: 2\r\n", /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /],
  ["Expect: 100-Continue\r\nContent-Length: 2\r\n", /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /],
  ["Expect: 200-ok\r\nContent-Length: 2\r\n", /^HTTP\/1\.1 417 /],
])("%j gets the response %s", async (header, answer) => {
  const { port } = await started();
  expect(await say(port, `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${header}\r\nhi`)).toMatch(answer);
});

test("a stalled body ends with 408; one that makes progress has no time limit", async () => {
  const { port, faults } = await started({ slowBodies: { windowMs: 400, bytesPerWindow: 8 } });
  const head = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
  const trickling = opened(port);
  trickling.write(`${head}1\r\na\r\n`);
  const steady = opened(port);
  steady.write(head);
  const timer = setInterval(() => steady.write("10\r\n0123456789abcdef\r\n"), 50);
  expect(await text(trickling)).toMatch(/^HTTP\/1\.1 408 /);
  // The steady one started at the same time and is still running.
  clearInterval(timer);
  steady.write("0\r\n\r\n");
  expect(await text(steady)).toMatch(/^HTTP\/1\.1 200 /);
  expect(faults).toEqual([]);
});

test("a handler that ends a body with its pipeline ends neither the watch over slow bodies nor what it knows of the client", async () => {
  const { promise: torn, resolve } = Promise.withResolvers<string>();
  const { port, faults } = await started(
    { slowBodies: { windowMs: 40, bytesPerWindow: 8 } },
    async (request, response) => {
      if (request.url !== "/torn") return tellOf(request, response);
      const stop = new AbortController();
      const ended = pipeline(request, new PassThrough().resume(), { signal: stop.signal });
      stop.abort();
      await ended.catch(() => undefined);
      resolve(clientOf(request).address);
    },
  );
  const [first, later] = [opened(port), opened(port)];
  first.write("POST /torn HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nhi");
  expect(await torn).toBe("127.0.0.1");
  later.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nhi");
  expect(await text(later)).toMatch(/^HTTP\/1\.1 408 /);
  expect(faults).toEqual([]);
});

test.each(["a front by its path", "a front by its host", "the application"])(
  "a response of %s that its client stops reading is closed; slow clients and slow responses continue",
  async (handler) => {
    const piece = Buffer.alloc(256 * 1024);
    let isAborted = false;
    let answerLate: () => void = () => undefined;
    const endless: Front["handle"] = async ({ url }, response) => {
      if (url?.endsWith("late")) return void (answerLate = () => response.end("late"));
      response.once("close", () => (isAborted = true));
      await pipeline(
        (function* () {
          while (true) yield piece;
        })(),
        response,
      ).catch(() => undefined);
    };
    const { port } = await started(
      {
        stalledMs: 300,
        ...(handler.endsWith("path") && git(endless)),
        ...(handler.endsWith("host") && {
          fronts: [{ name: "gateway", addresses: [], servesHost: () => true, handle: endless }],
        }),
      },
      handler === "the application" ? (request, response) => void endless(request, response) : undefined,
    );
    const late = say(port, get("/git/late"));
    const reading = opened(port);
    reading.write(get("/git/steady"));
    let taken = 0;
    reading.on("data", (bytes) => (taken += bytes.length));
    await expect.poll(() => taken).toBeGreaterThan(piece.length);
    expect(isAborted).toBe(false);
    reading.pause();
    await expect.poll(() => isAborted).toBe(true);
    reading.destroy();
    answerLate();
    expect(await late).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test("a body that is rejected unread does not keep its connection open", async () => {
  const refusing: Front["handle"] = async (_request, response) => void response.writeHead(401).end();
  const { port } = await started({ slowBodies: { windowMs: 100 }, ...git(refusing) });
  const socket = opened(port);
  socket.write("POST /git/x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\na");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
});

test("a handler's error after its client disconnected is not an internal error; any other is", async () => {
  let fail: (error: Error) => void = () => undefined;
  const failing: Front["handle"] = () => new Promise((_resolve, reject) => (fail = reject));
  const { port, faults } = await started(git(failing));
  const socket = opened(port);
  socket.write("GET /git/x HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => String(fail)).toContain("native");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.destroy();
  await closed;
  fail(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
  const answer = say(port, get("/git/x"));
  const before = fail;
  await expect.poll(() => fail !== before).toBe(true);
  fail(new Error("a bug"));
  expect(await answer).toMatch(/^HTTP\/1\.1 500 /);
  expect(faults.map(String)).toEqual(["Error: a bug"]);
});

test("a fault reported after a complete response leaves the connection usable", async () => {
  const failing: Front["handle"] = async (_request, response) => {
    await Promise.resolve();
    response.writeHead(500, { "content-length": 2 }).end("no");
    throw new Error("the blob is damaged");
  };
  const { port, faults } = await started(git(failing));
  const two = `${get("/git/a").replace("close", "keep-alive")}${get("/git/b")}`;
  expect((await say(port, two)).match(/HTTP\/1\.1 500 /g)).toHaveLength(2);
  expect(faults).toHaveLength(2);
});

test("a front with a host gets all its paths; other fronts get theirs on the hosts that are left, in their order", async () => {
  const front = (name: string, given: Partial<Front>): Front => ({
    name,
    addresses: [],
    handle: async (_request, response) => void response.end(`by ${name}`),
    ...given,
  });
  const { port } = await started({
    fronts: [
      front("s3", { servesHost: (host) => host === "s3.example", servesPath: (url) => url.startsWith("/s3") }),
      front("sites", { servesHost: (host) => host.endsWith(".example") }),
      front("git", { servesPath: (url) => url.startsWith("/git/") }),
    ],
  });
  const asked = async (host: string, path: string): Promise<string> =>
    (await say(port, get(path).replace("a.example", host))).split("\r\n\r\n")[1]!;
  expect(await asked("s3.example", "/git/x")).toContain("by s3");
  expect(await asked("a.example", "/s3/x")).toContain("by sites");
  expect(await asked("a.example", "/git/x")).toContain("by sites");
  expect(await asked("dashboard", "/s3/x")).toContain("by s3");
  expect(await asked("dashboard", "/git/x")).toContain("by git");
  expect(await asked("dashboard", "/other")).toContain('"url":"/other"');
});

test("X-Forwarded-For, -Proto and -Host count from trusted proxies only, hop by hop from the right", async () => {
  const headers = (more: string): string => get("/", more);
  const trusting = await started({ proxies: trustedProxies(["127.0.0.0/8", "10.0.0.0/8"]) });
  const wary = await started({ proxies: trustedProxies(["10.0.0.0/8"]) });
  const sent = "X-Forwarded-For: 6.6.6.6, 203.0.113.7, 10.1.2.3\r\nX-Forwarded-Proto: https\r\n";
  const answer = await say(trusting.port, headers(sent));
  expect(bodyOf(answer)).toMatchObject({ address: "203.0.113.7", isSecure: true });
  expect(answer).toMatch(/^strict-transport-security: max-age=31536000\r$/im);
  const direct = await say(wary.port, headers(sent));
  expect(bodyOf(direct)).toMatchObject({ address: "127.0.0.1", isSecure: false });
  expect(direct).not.toMatch(/^strict-transport-security/im);
  for (const [server, host] of [
    [trusting, "my-site.example:8443"],
    [wary, "a.example"],
  ] as const)
    expect(bodyOf(await say(server.port, headers("X-Forwarded-Host: x, my-site.example:8443\r\n")))).toMatchObject({
      host,
    });
  expect(bodyOf(await say(trusting.port, headers("X-Forwarded-Host: a b/c\r\n")))).toMatchObject({ host: "a.example" });
  for (const [header, address] of [
    ["garbage", "127.0.0.1"],
    ["203.0.113.7:1234", "203.0.113.7"],
    ["[2001:db8::1]:99", "2001:db8::1"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
  ])
    expect(bodyOf(await say(trusting.port, headers(`X-Forwarded-For: ${header}\r\n`)))).toMatchObject({ address });
});

test("a proxy is configured by address or network, and clients are counted by address or IPv6 /64", () => {
  expect(["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"].every(isNetwork)).toBe(true);
  expect(["", "host", "10.0.0.0/33", "10.0.0.0/x", "::1/129", "10.0.0"].some(isNetwork)).toBe(false);
  expect([networkOf("203.0.113.7"), networkOf("2001:db8::1"), networkOf("2001:0db8:0:0:ffff::")]).toEqual([
    "203.0.113.7",
    "2001:db8:0:0::/64",
    "2001:db8:0:0::/64",
  ]);
});

test("connections per address are limited; those of a proxy count for the forwarded address", async () => {
  const proxies = trustedProxies([]);
  const few = { connectionsPerAddress: 3, socketsPerAddress: 1 };
  const limits = limitConnections(proxies, few);
  const { port } = await started({ proxies, limits });
  const held = Array.from({ length: 3 }, () => opened(port));
  await expect.poll(() => limits.counts().connections).toBe(3);
  expect(await say(port, get("/"))).toMatch(/^HTTP\/1\.1 429 /);
  held[0]!.destroy();
  await expect.poll(() => limits.counts().connections).toBe(2);
  expect(await say(port, get("/"))).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of held) socket.destroy();

  const local = trustedProxies(["127.0.0.1"]);
  const waiting: (() => void)[] = [];
  const handle: Front["handle"] = (_request, response) =>
    new Promise((resolve) => waiting.push(() => (response.end(), resolve())));
  const behind = await started({ proxies: local, limits: limitConnections(local, few), ...git(handle) });
  const from = (address: string) => say(behind.port, get("/git/x", `X-Forwarded-For: ${address}\r\n`));
  const busy = [1, 2, 3].map(() => from("203.0.113.7"));
  await expect.poll(() => waiting.length).toBe(3);
  expect(await from("203.0.113.7")).toMatch(/^HTTP\/1\.1 429 /);
  const other = from("203.0.113.8");
  await expect.poll(() => waiting.length).toBe(4);
  for (const go of waiting) go();
  for (const answer of [...busy, other]) expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("websockets per address are limited", async () => {
  const proxies = trustedProxies([]);
  const limits = limitConnections(proxies, { connectionsPerAddress: 100, socketsPerAddress: 2 });
  const { server, port } = await started({ proxies, limits });
  claimUpgrades(server, () => true);
  server.on("upgrade", (_request, socket) => {
    if (!socket.writable) return;
    socket.resume().on("end", () => socket.end());
    socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  });
  const upgrade = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
  const held = [opened(port), opened(port)];
  for (const socket of held) {
    socket.write(upgrade);
    await once(socket, "data");
  }
  expect(await say(port, upgrade)).toMatch(/^HTTP\/1\.1 429 /);
  expect(limits.counts().sockets).toBe(2);
  for (const socket of held) socket.destroy();
  await expect.poll(() => limits.counts().sockets).toBe(0);
});

test("a draining server closes each connection after its response, and ends after the last one", async () => {
  const underWay = createUnderWay();
  let finish: () => void = () => undefined;
  const handle: Front["handle"] = (_request, response) =>
    new Promise((resolve) => (finish = () => (response.end("whole"), resolve())));
  const { port } = await started({ underWay, ...git(handle) });
  const socket = opened(port);
  socket.write("GET /git/x HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => underWay.routes()).toEqual(["git"]);
  const answered = text(socket);
  underWay.announce();
  let isDrained = false;
  const drained = underWay.drained(60_000).then(() => (isDrained = true));
  expect(await say(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
  expect(isDrained).toBe(false);
  finish();
  expect(await answered).toMatch(/connection: close[^]*whole/i);
  await drained;
});

test("the server's own responses have the security headers and the envelope: malformed requests, unknown upgrades, too many connections", async () => {
  const limits = limitConnections(trustedProxies([]), { connectionsPerAddress: 1, socketsPerAddress: 1 });
  const { port } = await started();
  const upgrade = "GET /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
  const answers = [
    ["400", await say(port, "no request\r\n\r\n")],
    ["431", await say(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`)],
    ["404", await say(port, upgrade)],
    ["417", await say(port, get("/", "Expect: 200-ok\r\n"))],
  ];
  const { port: full } = await started({ limits });
  const held = opened(full);
  await once(held, "connect");
  answers.push(["429", await say(full, get("/"))]);
  held.destroy();
  for (const [status, answer] of answers as [string, string][]) {
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer, status).toMatch(/x-content-type-options: nosniff\r\n/i);
    expect(answer, status).toMatch(/cross-origin-resource-policy: same-origin\r\n/i);
    expect(answer, status).toMatch(/content-type: application\/json; charset=utf-8\r\n/i);
    expect(bodyOf(answer), status).toEqual({ code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) });
  }
});
