/**
 * The engine's own process: loads the model that its parent names, answers OpenAI's operations on a Unix socket, and
 * ends with its parent. A model that crashes or takes too much memory ends this process only.
 */
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { Ask, Operation } from "../ai.ts";
import { loadModel, type Engine, type LoadedModel, type LoadOptions } from "./model.ts";

/** The first message from the parent. */
export interface Load extends LoadOptions {
  /** The entry file of the installed engine. */
  readonly entry: string;
  readonly socket: string;
}

/** The reply: ready, or why not. */
export interface Loaded {
  readonly fault?: string;
}

const callerHeader = "x-caller";

const answer = async (model: LoadedModel, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const gone = new AbortController();
  response.once("close", () => gone.abort(new Error("The client disconnected.")));
  try {
    const operation = request.url!.slice(1) as Operation;
    const caller = String(request.headers[callerHeader] ?? "");
    const reply = await model.ask(operation, (await json(request)) as Ask, caller, gone.signal);
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.flushHeaders();
    await pipeline(Readable.fromWeb(reply.body! as Parameters<typeof Readable.fromWeb>[0]), response);
  } catch (error) {
    if (!gone.signal.aborted) process.stderr.write(`${String(error)}\n`);
    response.destroy();
  }
};

const start = async ({ entry, socket, ...options }: Load): Promise<void> => {
  // If memory runs out, the system ends this process first.
  if (process.platform === "linux") writeFileSync("/proc/self/oom_score_adj", "1000");
  const engine = (await import(pathToFileURL(entry).href)) as Engine;
  const model = await loadModel(engine, options);
  const server = createServer((request, response) => void answer(model, request, response));
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(socket, resolve));
};

const tell = (reply: Loaded): void => void process.send?.(reply);

process.once("disconnect", () => process.exit());
process.once("message", (load: Load) => {
  start(load).then(
    () => tell({}),
    (error: unknown) => tell({ fault: (error as Error).message }),
  );
});
