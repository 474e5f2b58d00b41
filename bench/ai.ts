/**
 * Measures how much later the first token arrives through /api/v1 than directly from a model server that answers
 * immediately, and a local model.
 */
import { readFile, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { withFolder } from "./engines.ts";
import { localModelBench } from "./local-model.ts";
import { quantile, type BenchRow } from "./rows.ts";
import { startServer } from "./tested-server.ts";

const asks = 400;
const warmUps = 50;
const agent = new Agent({ keepAlive: true });

export const aiBench = (): Promise<BenchRow[]> =>
  withFolder(async (folder) => {
    const models = await startServer("models", folder);
    await writeFile(join(folder, "models"), `http://127.0.0.1:${models.port}/v1`);
    const ours = await startServer("ai", folder);
    try {
      const key = await readFile(join(folder, "key"), "utf8");
      const sides = [
        { url: `http://127.0.0.1:${ours.port}/api/v1/chat/completions`, key },
        { url: `http://127.0.0.1:${models.port}/v1/chat/completions`, key: "none" },
      ] as const;
      const times = sides.map(() => [] as number[]);
      for (let each = 0; each < asks + warmUps; each += 1) {
        for (const [index, side] of sides.entries()) {
          const ms = await firstTokenMs(side);
          if (each >= warmUps) times[index]!.push(ms);
        }
      }
      return [
        ...[0.5, 0.99].map((share) => row(`first token, p${share * 100}`, times, share)),
        ...(await localModelBench(`http://127.0.0.1:${ours.port}/api/v1`, key)),
      ];
    } finally {
      agent.destroy();
      await ours.stop();
      await models.stop();
    }
  });

const row = (name: string, [ours, floor]: readonly number[][], share: number): BenchRow => ({
  name,
  unit: "ms",
  better: "less",
  ours: quantile(ours!, share),
  floorName: "the server of models directly",
  floor: quantile(floor!, share),
});

const body = JSON.stringify({
  model: "bench",
  stream: true,
  max_tokens: 50,
  messages: [{ role: "user", content: "Hi" }],
});

/** Reads the answer to its end, so that the next request starts on an idle connection. */
const firstTokenMs = ({ url, key }: { readonly url: string; readonly key: string }): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
    const began = performance.now();
    let first: number | undefined;
    let said = "";
    const clientRequest = request(url, { method: "POST", agent, headers }, (response) => {
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        said += chunk;
        if (first === undefined && said.includes('"content"')) first = performance.now() - began;
      });
      response.on("end", () => {
        if (first === undefined) reject(new Error(`There is no token: ${response.statusCode} ${said}`));
        else resolve(first);
      });
    });
    clientRequest.on("error", reject);
    clientRequest.end(body);
  });
