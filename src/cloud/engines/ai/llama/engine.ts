/** Runs one local model in a separate process: started by the first request, stopped when nobody asks for a while. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { availableParallelism } from "node:os";
import { extname, join } from "node:path";
import type { Logger } from "pino";
import { callEngine } from "../../../kernel/observe/process-metrics.ts";
import { dialUnix } from "../../network/dial.ts";
import { createStreamingFetch } from "../../network/fetch.ts";
import { temporaryFolder } from "../../../lib/temporary-folder.ts";
import { ModelNotReady, type Ask, type Operation } from "../ai.ts";
import type { GgufHeader } from "../models/gguf-header.ts";
import { entryOf, installEngine, type Gpu } from "./install.ts";
import type { Load, Loaded } from "./process.ts";

export interface LlamaModel {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly header: GgufHeader;
  readonly operations: readonly Operation[];
}

interface LlamaOptions {
  /** Where the engine's packages are installed. */
  readonly folder: string;
  readonly gpu: Gpu;
  /** How long the model stays in memory without requests. */
  readonly idleMs: number;
  readonly log: Logger;
  /** Bytes that a process can take. */
  readonly availableMemory?: () => number;
  /** Called if memory is short: unloads other models that nobody uses. */
  makeRoom?(): Promise<void>;
}

export type Llama = ReturnType<typeof openLlama>;

/** Of a conversation. */
const contextTokensMax = 4096;
/** Answers at the same time, and with much free memory: each reserves its context. */
const sequences = 4;
const sequencesMax = 8;
const muchMemory = 4;
/** Code, buffers and vocabulary. */
const engineBytes = 120 * 1024 ** 2;
const errorBytesMax = 4000;

/** The context that a model gets, in tokens. */
export const contextTokensOf = ({ contextTokens }: GgufHeader): number => Math.min(contextTokens, contextTokensMax);

/**
 * One thread runs the model. With several, each run starts on another one: on two cores, one answer had 50 tokens a second in
 * place of 110, and eight 100 in place of 170. Not measured with a graphics card, and not set there.
 */
export const oneRunner = { UV_THREADPOOL_SIZE: "1" };

interface Running {
  readonly child: ChildProcess;
  readonly socket: string;
}

export const openLlama = (model: LlamaModel, options: LlamaOptions) => {
  const { folder, gpu, idleMs, log, availableMemory = () => process.availableMemory() } = options;
  const closing = new AbortController();
  let running: Promise<Running> | undefined;
  let pending = 0;
  let idle: NodeJS.Timeout | undefined;

  const installed = (): Promise<string> =>
    installEngine(folder, gpu, closing.signal).catch((error: unknown) => {
      throw new ModelNotReady((error as Error).message, { cause: error });
    });

  const start = async (forget: () => void): Promise<Running> => {
    if (memoryOf(model) > availableMemory()) await options.makeRoom?.();
    const available = availableMemory();
    checkMemory(model, available);
    const scratch = await temporaryFolder();
    const socket = join(scratch, "engine.sock");
    const entry = entryOf(await installed());
    const child = fork(join(import.meta.dirname, `process${extname(import.meta.filename)}`), [model.path], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...engineEnvironment(process.env), ...(gpu === "off" && oneRunner) },
      execArgv: [],
    });
    const lastWords = collect(child);
    child.once("exit", (code, signal) => {
      forget();
      void rm(scratch, { recursive: true, force: true });
      if (signal !== "SIGTERM")
        log.error({ model: model.id, code, signal, stderr: lastWords() }, "An AI model's process ended");
    });
    const load: Load = {
      entry,
      socket,
      id: model.id,
      path: model.path,
      operations: model.operations,
      gpu,
      threads: availableParallelism(),
      sequences: memoryOf(model, sequencesMax) * muchMemory <= available ? sequencesMax : sequences,
      contextTokens: contextTokensOf(model.header),
    };
    child.send(load);
    const [reply] = (await Promise.race([
      once(child, "message"),
      once(child, "exit").then(([code, signal]) => [
        // The system ends it without a word if memory runs out.
        {
          fault:
            lastWords() || `the process that loads it ended (${String(signal ?? code)}), often for lack of memory.`,
        },
      ]),
    ])) as [Loaded];
    if (reply.fault !== undefined) {
      child.kill();
      throw new ModelNotReady(`${model.name} can't be used: ${reply.fault}`);
    }
    child.channel?.unref();
    child.unref();
    return { child, socket };
  };

  const ready = (): Promise<Running> => {
    if (running) return running;
    // Another process may have replaced it meanwhile.
    const forget = (): void => void (running === mine && (running = undefined));
    const mine: Promise<Running> = start(forget).catch((error: unknown) => {
      forget();
      throw error;
    });
    return (running = mine);
  };

  /** Connects to the process. One that was just killed is replaced. */
  const openSocket = async (): Promise<Socket> => {
    const asked = ready();
    const { socket } = await asked;
    return dialUnix(socket).catch(async () => {
      // Another request may have replaced it meanwhile.
      if (running === asked) running = undefined;
      return dialUnix((await ready()).socket);
    });
  };

  const stop = async (): Promise<void> => {
    const stopping = running;
    running = undefined;
    const { child } = (await stopping?.catch(() => undefined)) ?? {};
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, "exit");
  };

  /** Keeps the model loaded until the returned function is called, and for a while after the last one. */
  const hold = (): (() => void) => {
    pending += 1;
    clearTimeout(idle);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      pending -= 1;
      if (pending === 0) idle = setTimeout(() => void stop(), idleMs).unref();
    };
  };

  return {
    /** Resolves with the response's head. `caller`: whose requests wait in one line. @throws ModelNotReady if it can't be loaded. */
    ask: async (
      operation: Operation,
      body: Ask,
      { signal, caller }: { readonly signal: AbortSignal; readonly caller: string },
    ): Promise<Response> => {
      const release = hold();
      try {
        const socket = await openSocket();
        const ask = createStreamingFetch(async () => socket);
        return await callEngine({ engine: "ai", upstream: "local", operation }, (keepOpen) => {
          const ended = keepOpen();
          return ask(`http://engine/${operation}`, {
            method: "POST",
            headers: { "content-type": "application/json", "x-caller": caller },
            body: JSON.stringify(body),
            signal,
            onEnd: () => {
              ended();
              release();
            },
          });
        });
      } catch (error) {
        release();
        throw error;
      }
    },
    /** Installs the engine, so that the first request doesn't wait for it. @throws ModelNotReady if it can't. */
    prepare: async (): Promise<void> => void (await installed()),
    /** Unloads the model if no request is open. */
    unload: async (): Promise<void> => {
      if (pending === 0) await stop();
    },
    close: async (): Promise<void> => {
      closing.abort(new Error("The server stops."));
      clearTimeout(idle);
      await stop();
    },
  };
};

/** @throws ModelNotReady if the machine has not enough memory left. */
const checkMemory = (model: LlamaModel, available: number): void => {
  const { name } = model;
  const needed = memoryOf(model);
  if (needed <= available) return;
  throw new ModelNotReady(
    `${name} needs ${gibibytes(needed)} GiB of memory, and ${gibibytes(available)} GiB are free. Use a smaller model, or stop other programs on the server.`,
  );
};

/** Returns the bytes that a loaded model takes. */
const memoryOf = ({ bytes, header }: LlamaModel, answers = sequences): number =>
  bytes + engineBytes + contextTokensOf(header) * answers * header.contextBytesPerToken;

const gibibytes = (bytes: number): string => (bytes / 1024 ** 3).toFixed(1);

/** What programs and graphics drivers need, and none of the server's settings. */
const engineEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) =>
      /^(PATH|HOME|TMPDIR|LANG|LD_LIBRARY_PATH|CUDA_\w+|VK_\w+)$/.test(name),
    ),
  );

/** Returns a function for the last lines that the process wrote about an error. */
const collect = (child: ChildProcess): (() => string) => {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (more: string) => (text = (text + more).slice(-errorBytesMax)));
  return () => text.trim();
};
