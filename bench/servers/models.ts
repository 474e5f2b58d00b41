/** A fake model server that streams a short answer immediately. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { underTest } from "./control.ts";

const words = Array.from({ length: 20 }, (_, place) => ({ choices: [{ index: 0, delta: { content: ` ${place}` } }] }));
const used = { choices: [], usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 } };

underTest(
  createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (request.url === "/v1/models") return void response.end(JSON.stringify({ data: [{ id: "bench" }] }));
      await text(request);
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of [...words, used]) response.write(`data: ${JSON.stringify(event)}\n\n`);
      response.end("data: [DONE]\n\n");
    };
    answer().catch(() => response.destroy());
  }),
);
