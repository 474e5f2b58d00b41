/** The baseline: a bare static file server that opens, stats and streams the file of each request. */
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { underTest } from "./control.ts";

const folder = process.argv[2]!;

underTest(
  createServer((request, response) => {
    void serve(join(folder, request.url!)).catch(() => response.destroy());

    async function serve(path: string): Promise<void> {
      const handle = await open(path);
      const { size } = await handle.stat();
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": size });
      await pipeline(handle.createReadStream(), response);
    }
  }),
);
