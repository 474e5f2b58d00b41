/** Tests HTTPS over both versions of HTTP: requests, bodies, refusals, aborted transfers, shutdown. */
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, constants, type ClientHttp2Session, type OutgoingHttpHeaders } from "node:http2";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { expect, test } from "vitest";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { freePort } from "../../../../tests/support/free-port.ts";
import { makeCertificate } from "../../../../tests/support/hosting/pebble.ts";
import { temporaryFolder } from "../../../../tests/support/server/cloud-process.ts";
import { clientOf, trustedProxies } from "../../engines/network/client.ts";
import { openHttps } from "./https-server.ts";
import { limitConnections } from "./limits/connection-limits.ts";
import { createHandlerServer, type FrontDeps } from "./server.ts";
import { createUnderWay } from "./under-way.ts";

const big = Buffer.alloc(3_000_000, "Freehold ");

const answerAll: RequestListener = async (incoming, response) => {
  if (incoming.url === "/big") return void response.writeHead(200, { "content-length": big.length }).end(big);
  if (incoming.url === "/empty") return void response.writeHead(204).end();
  if (incoming.url === "/cut") return void response.writeHead(200).write("first", () => response.destroy());
  if (incoming.url === "/refuse") return void response.writeHead(413, { connection: "close" }).end("Too large.");
  const body = await text(incoming).catch(() => "aborted");
  const { address, isSecure } = clientOf(incoming);
  const { host, cookie, "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  response.setHeader("set-cookie", ["a=1", "b=2"]);
  response.end(
    JSON.stringify({
      version: incoming.httpVersion,
      method: incoming.method,
      url: incoming.url,
      host,
      cookie,
      address,
      isSecure,
      length,
      encoding,
      bytes: body.length,
      end: body.slice(-3),
    }),
  );
};

const folder = await temporaryFolder();
const files = { certificate: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
makeCertificate(files.certificate, files.key, "cloud.example");

const started = async (deps: Partial<FrontDeps> = {}, application = answerAll) => {
  const [underWay, faults] = [createUnderWay(), [] as unknown[]];
  const limits = limitConnections(trustedProxies([]), { connectionsPerAddress: 3, socketsPerAddress: 3 });
  const onFault = (error: unknown): void => void faults.push(error);
  const server = createHandlerServer(application, { onFault, limits, underWay, ...deps });
  const port = await freePort();
  const contextFor = async (): Promise<undefined> => undefined;
  const https = await openHttps(server, { port, host: "127.0.0.1", files, contextFor, limits, underWay, onFault });
  atFileEnd(https.close);
  return { port, https, underWay, limits, faults };
};

const trusting = { rejectUnauthorized: false, servername: "cloud.example" };

const opened = (port: number): ClientHttp2Session => {
  const session = connect(`https://127.0.0.1:${port}`, { ...trusting, maxSessionMemory: 100 });
  session.on("error", () => undefined);
  atFileEnd(async () => session.destroy());
  return session;
};

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

const ask = async (session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: Buffer): Promise<Answer> => {
  const stream = session.request({ ":authority": "cloud.example", ...headers }, { endStream: body === undefined });
  if (body) stream.end(body);
  const [received] = (await once(stream, "response")) as [Record<string, unknown>];
  return { status: Number(received[":status"]), headers: received, body: await text(stream) };
};

const told = ({ body }: Answer): Record<string, unknown> => JSON.parse(body) as Record<string, unknown>;

test("a client that offers HTTP/2 gets it, and the request is the one of HTTP/1.1", async () => {
  const { port } = await started();
  const session = opened(port);
  const answer = await ask(session, { ":path": "/a?b=1", cookie: ["x=1", "y=2"] });
  expect(session.alpnProtocol).toBe("h2");
  expect(answer.headers).toMatchObject({ ":status": 200, "set-cookie": ["a=1", "b=2"] });
  expect(answer.headers).not.toHaveProperty("connection");
  expect(told(answer)).toEqual({
    version: "1.1",
    method: "GET",
    url: "/a?b=1",
    host: "cloud.example",
    cookie: "x=1; y=2",
    address: "127.0.0.1",
    isSecure: true,
    bytes: 0,
    end: "",
  });
});

test("a client that offers only HTTP/1.1, or nothing, gets HTTP/1.1", async () => {
  const { port } = await started();
  for (const ALPNProtocols of [["http/1.1"], []]) {
    const socket = connectTls({ port, host: "127.0.0.1", ...trusting, ALPNProtocols });
    socket.write("GET / HTTP/1.1\r\nHost: cloud.example\r\nConnection: close\r\n\r\n");
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(JSON.parse(/\{.*\}/.exec(answer)![0])).toMatchObject({ address: "127.0.0.1", isSecure: true });
  }
});

test("bodies arrive whole, with and without a length, for every method", async () => {
  const { port } = await started();
  const session = opened(port);
  for (const method of ["POST", "PUT", "DELETE", "GET"]) {
    const streamed = await ask(session, { ":path": "/", ":method": method }, big);
    expect(told(streamed), method).toMatchObject({ bytes: big.length, end: big.toString().slice(-3) });
  }
  const known = await ask(session, { ":path": "/", ":method": "PUT", "content-length": String(big.length) }, big);
  expect(told(known)).toMatchObject({ bytes: big.length, length: String(big.length) });
  expect(told(await ask(session, { ":path": "/", ":method": "POST" }))).toMatchObject({ bytes: 0, length: "0" });
  expect(told(await ask(session, { ":path": "/", expect: "100-continue", ":method": "PUT" }, big))).toMatchObject({
    bytes: big.length,
  });
});

test("many streams of one connection are answered at once, with large, empty and missing bodies", async () => {
  const { port } = await started();
  const session = opened(port);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(session, { ":path": "/big" })));
  for (const { body } of answers) expect(body.length).toBe(big.length);
  expect(await ask(session, { ":path": "/empty" })).toMatchObject({ status: 204, body: "" });
  const head = await ask(session, { ":path": "/big", ":method": "HEAD" });
  expect(head).toMatchObject({ status: 200, body: "", headers: { "content-length": String(big.length) } });
});

test("a refusal reaches a client that still sends its body, and the connection goes on", async () => {
  const { port } = await started();
  const session = opened(port);
  const refused = await ask(session, { ":path": "/refuse", ":method": "POST" }, Buffer.alloc(20_000_000));
  expect(refused).toMatchObject({ status: 413, body: "Too large." });
  expect((await ask(session, { ":path": "/" })).status).toBe(200);
});

test("a response that is cut off is an error for the client, not a short body", async () => {
  const { port } = await started();
  const session = opened(port);
  const stream = session.request({ ":path": "/cut", ":authority": "cloud.example" });
  await expect(text(stream)).rejects.toThrow();
  expect(stream.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR);
  expect((await ask(session, { ":path": "/" })).status).toBe(200);
});

test("a client that ends a stream ends its request, without a fault", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const { port, faults, underWay } = await started({}, (incoming, response) => {
    incoming.resume();
    response.once("close", resolve);
    response.write("first");
  });
  const stream = opened(port).request({ ":path": "/", ":authority": "cloud.example" });
  await once(stream, "response");
  stream.close(constants.NGHTTP2_CANCEL);
  await closed;
  await expect.poll(() => underWay.count()).toBe(0);
  expect(faults).toEqual([]);
});

test("two different hosts in one request are refused", async () => {
  const { port } = await started();
  expect((await ask(opened(port), { ":path": "/", host: "other.example" })).status).toBe(400);
});

test("connections are counted once, whatever their version", async () => {
  const { port, limits } = await started();
  const [first, second] = [opened(port), opened(port)];
  await Promise.all([first, second].map((session) => ask(session, { ":path": "/" })));
  const plain = connectTls({ port, host: "127.0.0.1", ...trusting });
  await once(plain, "secureConnect");
  expect(limits.counts().connections).toBe(3);
  const refused = opened(port);
  await expect.poll(() => refused.destroyed).toBe(true);
  for (const session of [first, second]) session.close();
  await expect.poll(() => limits.counts().connections).toBe(1);
});

test("a draining server lets streams end, and takes no others", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<() => void>();
  const { port, underWay } = await started({}, (_incoming, response) => resolve(() => void response.end("done")));
  const session = opened(port);
  const answer = ask(session, { ":path": "/" });
  const end = await asked;
  underWay.announce();
  await once(session, "goaway");
  await expect.poll(() => session.closed).toBe(true);
  end();
  expect((await answer).body).toBe("done");
});
