import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Fetches from a server that closes its connection before the body is read. Prints the body's length. */
const program = `
import { createServer } from "node:net";
import { isUnreadResponse } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, "unread-response.ts")).href)};
const ended = Promise.withResolvers();
process.on("uncaughtException", (error) => {
  if (!isUnreadResponse(error)) throw error;
  ended.resolve();
});
const body = Buffer.alloc(64 * 1024, "a");
const head = "HTTP/1.1 200 OK\\r\\nContent-Length: " + body.length + "\\r\\nConnection: close\\r\\n\\r\\n";
const server = createServer((socket) => {
  // Where fetch doesn't throw, it closes the connection.
  socket.on("close", () => ended.resolve());
  socket.once("data", () => socket.write(head) && socket.end(body));
});
server.listen(0, "127.0.0.1", async () => {
  const response = await fetch("http://127.0.0.1:" + server.address().port);
  await ended.promise;
  console.log((await response.arrayBuffer()).byteLength);
  process.exit();
});
`;

test("a process survives a server that closes its connection before the response is read, and reads all of it", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  expect(stdout).toBe("65536\n");
});
