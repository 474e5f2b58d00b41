/** A model in a GGUF file, by node-llama-cpp: an optional package, for it brings a large engine. Loaded only where AI_GGUF is set. */
import { basename } from "node:path";
import type { Upstream } from "./ai.ts";
import type { Said } from "./embedded/speak.ts";
import { numberIn, questionIn } from "./question.ts";
import { refusedReply, spokenReply } from "./spoken.ts";

/** The part of the package that is used here. */
export interface Engine {
  getLlama(): Promise<{ loadModel(options: { modelPath: string }): Promise<Model> }>;
  LlamaCompletion: new (options: { contextSequence: unknown }) => Completion;
}
interface Model {
  tokenize(text: string): readonly unknown[];
  createContext(options: { threads: number }): Promise<{ getSequence(): unknown; dispose(): Promise<void> }>;
  dispose(): Promise<void>;
}
interface Completion {
  generateCompletion(
    text: string,
    options: { maxTokens: number; temperature: number; signal: AbortSignal; onTextChunk(text: string): void },
  ): Promise<string>;
}

// As a variable, so that type checks need no package that is not there.
const packageName: string = "node-llama-cpp";
const tokensMax = 1024;
const threads = 1;

/** Throws one sentence where the package is missing or the file cannot be read as a model. */
export const openGguf = async (
  path: string,
  importEngine: () => Promise<Engine> = importPackage,
): Promise<Upstream & { close(): Promise<void> }> => {
  const engine = await load(importEngine);
  const model = await readModel(engine, path);
  const id = basename(path, ".gguf");
  const card = {
    id,
    name: id,
    description: "From a file on this cloud.",
    inputModalities: ["text"],
    outputModalities: ["text"],
  };
  let turn: Promise<unknown> = Promise.resolve();

  const complete = async (text: string, options: Parameters<Completion["generateCompletion"]>[1]): Promise<void> => {
    options.signal.throwIfAborted();
    const context = await model.createContext({ threads });
    try {
      await new engine.LlamaCompletion({ contextSequence: context.getSequence() }).generateCompletion(text, options);
    } finally {
      await context.dispose();
    }
  };

  return {
    name: "This cloud",
    isFree: true,
    models: async () => [card],
    ask: async (operation, body, signal) => {
      const text = operation === "embeddings" ? undefined : questionIn(body);
      if (text === undefined) return refusedReply(400, "This model answers text only.", "invalid_messages");
      const maxTokens = numberIn(body, ["max_completion_tokens", "max_tokens"], tokensMax);
      const temperature = body["temperature"] === undefined ? 0 : numberIn(body, ["temperature"], 2);
      const said = createSpeech();
      const options = { maxTokens, temperature, signal, onTextChunk: said.put };
      // One at a time: the engine is given the memory of one conversation.
      const mine = turn.catch(() => undefined).then(() => complete(text, options));
      turn = mine;
      mine.then(said.end, said.fail);
      return spokenReply({ operation, body, promptTokens: model.tokenize(text).length, said: said.parts() });
    },
    close: () => model.dispose(),
  };
};

/** What the engine calls out, to be read one by one. */
const createSpeech = () => {
  const waiting: Said[] = [];
  let wake: (() => void) | undefined;
  let fault: unknown;
  const put = (said: Said): void => {
    waiting.push(said);
    wake?.();
  };
  const parts = async function* (): AsyncGenerator<Said> {
    for (;;) {
      if (waiting.length === 0 && fault === undefined) await new Promise<void>((resolve) => (wake = resolve));
      const next = waiting.shift();
      if (!next) throw fault;
      yield next;
      if (next.end) return;
    }
  };
  return {
    put: (text: string) => put({ text }),
    end: () => put({ text: "", end: "stop" }),
    fail: (error: unknown) => {
      fault = error ?? new Error("The engine gave up.");
      wake?.();
    },
    parts,
  };
};

const importPackage = async (): Promise<Engine> => (await import(packageName)) as Engine;

const load = async (importEngine: () => Promise<Engine>): Promise<Engine> => {
  try {
    return await importEngine();
  } catch (error) {
    throw new Error(`AI_GGUF needs the optional package ${packageName}: npm install --no-save ${packageName}.`, {
      cause: error,
    });
  }
};

const readModel = async (engine: Engine, path: string): Promise<Model> => {
  try {
    const llama = await engine.getLlama();
    return await llama.loadModel({ modelPath: path });
  } catch (error) {
    throw new Error(`AI_GGUF (${path}) cannot be read as a model: ${(error as Error).message}`, { cause: error });
  }
};
