/**
 * The baseline: a bare server that writes each body to a file, flushed to disk before it answers, and streams files
 * back.
 */
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { underTest } from "./control.ts";

const folder = process.argv[2]!;

const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = join(folder, encodeURIComponent(request.url!));
  if (request.method === "PUT") {
    await pipeline(request, createWriteStream(path, { flush: true }));
    response.writeHead(200, { "content-length": 0 }).end();
    return;
  }
  const handle = await open(path);
  const { size } = await handle.stat();
  response.writeHead(200, { "content-length": size });
  await pipeline(handle.createReadStream(), response);
};

underTest(createServer((request, response) => void serve(request, response).catch(() => response.destroy())));
