import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { calls } from "./calls.ts";
import { openCloud } from "./cloud.ts";
import { closeConnections } from "./http.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  closeConnections();
  for (const close of closing.splice(0)) close();
});

/** Starts a server with the given answers. */
const startFakeServer = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, "127.0.0.1");
  closing.push(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return openCloud(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "fh_token");
};

test("a request whose answer was lost is repeated with the same key, so that it has one effect", async () => {
  const keys: unknown[] = [];
  const cloud = await startFakeServer((request, response) => {
    keys.push(request.headers["idempotency-key"]);
    if (keys.length === 1) request.socket.destroy();
    else if (keys.length === 2) response.writeHead(503).end("starting");
    else response.end(JSON.stringify({ code: 200, message: "OK", data: { taskId: "t" } }));
  });
  expect(await cloud.call(calls.build, { params: { id: "p" }, body: {} })).toEqual({ taskId: "t" });
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
});

test("the server's error message is shown with its field errors", async () => {
  const cloud = await startFakeServer((_request, response) => {
    const data = { name: ["Name: lower-case letters."], "": ["All of it."] };
    response.writeHead(422).end(JSON.stringify({ code: "INVALID_INPUT", message: "Please check.", data }));
  });
  await expect(cloud.call(calls.createProject, { body: {} })).rejects.toThrow(
    expect.objectContaining({ message: "Please check. name: Name: lower-case letters. All of it.", exitCode: 1 }),
  );
});

test.each(["<html>", "[]", '{"hello":1}'])("a server that is not Freehold is reported as such: %s", async (body) => {
  const cloud = await startFakeServer((_request, response) => response.end(body));
  await expect(cloud.call(calls.whoAmI)).rejects.toThrow("is not a Freehold server");
});
