/** A model in a GGUF file, by node-llama-cpp: an optional package, for it brings a large engine. Loaded only where AI_GGUF is set. */
import { basename } from "node:path";
import type { Upstream } from "./ai.ts";
import type { Said } from "./embedded/speak.ts";
import { numberIn, questionIn } from "./question.ts";
import { refusedReply, spokenReply } from "./spoken.ts";

/** The part of the package that is used here. */
interface Engine {
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
export const openGguf = async (path: string): Promise<Upstream & { close(): Promise<void> }> => {
  const engine = await load();
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

  const complete = async (text: string, options: { maxTokens: number; temperature: number; signal: AbortSignal }) => {
    const context = await model.createContext({ threads });
    try {
      const said: string[] = [];
      const completion = new engine.LlamaCompletion({ contextSequence: context.getSequence() });
      await completion.generateCompletion(text, { ...options, onTextChunk: (part) => void said.push(part) });
      return said;
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
      // One at a time: the engine is given the memory of one conversation.
      const mine = turn.catch(() => undefined).then(() => complete(text, { maxTokens, temperature, signal }));
      turn = mine;
      const parts = await mine;
      return spokenReply({ operation, body, promptTokens: model.tokenize(text).length, said: sayings(parts) });
    },
    close: () => model.dispose(),
  };
};

async function* sayings(parts: readonly string[]): AsyncGenerator<Said> {
  for (const text of parts) yield { text };
  yield { text: "", end: "stop" };
}

const load = async (): Promise<Engine> => {
  try {
    return (await import(packageName)) as Engine;
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
