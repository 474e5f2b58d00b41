import { once } from "node:events";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { AppError } from "../../kernel/app-error.ts";
import { serveJsonSockets, type JsonSockets } from "./json-sockets.ts";
import { createHandlerServer } from "../edge/server.ts";
import { createUnderWay } from "../edge/under-way.ts";

const served = async (admit: JsonSockets["admit"]) => {
  const underWay = createUnderWay();
  const serverFactory = (listener: Parameters<typeof createHandlerServer>[0]) =>
    createHandlerServer(listener, { underWay, onFault: () => undefined });
  const app = fastify({ serverFactory });
  serveJsonSockets(app as never, underWay, { name: "a test", path: /^\/talk$/, messageBytesMax: 1000, admit });
  await app.listen({ port: 0, host: "127.0.0.1" });
  atFileEnd(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { underWay, open: () => new WebSocket(`ws://127.0.0.1:${port}/talk`) };
};

test("while the server drains, a websocket gets its pending response and is closed; an idle one is closed immediately", async () => {
  const answers: (() => void)[] = [];
  const { underWay, open } = await served(async () => ({
    place: "any",
    placeMax: 10,
    open: (client) => ({
      take: (message) => new Promise((resolve) => answers.push(() => (client.send({ answer: message }), resolve()))),
      close: () => undefined,
    }),
  }));
  const [busy, idle] = [open(), open()];
  await Promise.all([once(busy, "open"), once(idle, "open")]);
  busy.send("first");
  await expect.poll(() => answers.length).toBe(1);
  const received: string[] = [];
  busy.on("message", (data) => received.push((data as Buffer).toString()));
  const busyClosed = once(busy, "close");

  underWay.announce();
  let isDrained = false;
  const drained = underWay.drained(60_000).then(() => (isDrained = true));
  expect((await once(idle, "close"))[0]).toBe(1001);
  busy.send("too late");
  const pong = once(busy, "pong");
  busy.ping();
  await pong;
  expect([answers.length, isDrained]).toEqual([1, false]);
  answers[0]!();
  expect((await busyClosed)[0]).toBe(1001);
  expect(received.map((text) => JSON.parse(text) as unknown)).toEqual([{ answer: "first" }]);
  await drained;
});

test("a binary message is taken as text and answered as text; bytes that are no UTF-8 are no JSON", async () => {
  const { open } = await served(async () => ({
    place: "any",
    placeMax: 1,
    open: (client) => ({ take: async (message) => client.send({ message }), close: () => undefined }),
  }));
  const socket = open();
  await once(socket, "open");
  for (const [sent, taken] of [
    [Buffer.from('{"id":1,"ü":2}'), '{"id":1,"ü":2}'],
    [Buffer.from('"\xff"', "latin1"), "\ufffd"],
  ] as const) {
    const answer = once(socket, "message") as Promise<[Buffer, boolean]>;
    socket.send(sent, { binary: true });
    const [data, isBinary] = await answer;
    expect([JSON.parse(data.toString()), isBinary]).toEqual([{ message: taken }, false]);
  }
  socket.close();
});

test("a rejected websocket gets the envelope, with Retry-After if a retry may succeed", async () => {
  for (const [refusal, status, retryAfter] of [
    [404, 404, undefined],
    [429, 429, "10"],
    [new AppError("DATABASE_UNAVAILABLE"), 503, "5"],
    [new AppError("SERVER_BUSY"), 503, "2"],
  ] as const) {
    const { open } = await served(async () => {
      if (typeof refusal === "number") return refusal;
      throw refusal;
    });
    const socket = open();
    const [, answer] = (await once(socket, "unexpected-response")) as [unknown, import("node:http").IncomingMessage];
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([status, retryAfter]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    answer.destroy();
  }
});
