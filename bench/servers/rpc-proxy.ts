/**
 * The simplest proxy between a client and a node: forwards every body unchanged, and each WebSocket to a separate one.
 */
import { readFile } from "node:fs/promises";
import { Agent, createServer, request } from "node:http";
import { join } from "node:path";
import { WebSocket, WebSocketServer } from "ws";
import { underTest } from "./control.ts";

const node = new URL(await readFile(join(process.argv[2]!, "node"), "utf8"));
const agent = new Agent({ keepAlive: true });

const server = createServer((incoming, answer) => {
  const headers = { "content-type": "application/json", "content-length": incoming.headers["content-length"] };
  const passed = request(node, { method: "POST", agent, headers }, (reply) => {
    answer.writeHead(reply.statusCode!, { "content-length": reply.headers["content-length"] });
    reply.pipe(answer);
  });
  incoming.pipe(passed);
});
new WebSocketServer({ server }).on("connection", (client) => {
  const beyond = new WebSocket(`ws://${node.host}`);
  const opened = new Promise((resolve) => beyond.once("open", resolve));
  client.on("message", (data, binary) => void opened.then(() => beyond.send(data, { binary })));
  beyond.on("message", (data, binary) => client.send(data, { binary }));
  client.on("close", () => beyond.close());
  beyond.on("close", () => client.close());
});
underTest(server);
