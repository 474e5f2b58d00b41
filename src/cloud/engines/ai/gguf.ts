/** Runs a model from a GGUF file with node-llama-cpp. The package is optional because it is large, and loaded only if AI_GGUF is set. */
import { basename } from "node:path";
import { operations, type Ask, type Operation, type Upstream } from "./ai.ts";
import { openChatTemplate, type ChatTemplate, type TemplateEngine } from "./chat-template.ts";
import { checkGrammarSchema } from "./json-grammar.ts";
import {
  contextExceeded,
  operationNotSupported,
  readAsk,
  RefusedAsk,
  type AnswerFormat,
  type OwnAsk,
} from "./read-ask.ts";
import { orRefusal, spokenReply, type Said } from "./spoken.ts";

/** The part of the package that Freehold uses. */
export interface Engine {
  getLlama(): Promise<Llama>;
  LlamaCompletion: new (options: { contextSequence: unknown }) => Completion;
}
interface Llama {
  loadModel(options: { modelPath: string }): Promise<Model>;
  getGrammarFor(type: "json"): Promise<unknown>;
  createGrammarForJsonSchema(schema: unknown): Promise<unknown>;
}
type Tokens = readonly unknown[];
interface Model {
  readonly trainContextSize: number;
  readonly fileInfo: {
    readonly metadata: {
      readonly general?: { readonly architecture?: string };
      readonly tokenizer?: { readonly chat_template?: string };
    };
  };
  readonly tokens: {
    readonly bos: unknown;
    readonly bosString: string | null;
    readonly eosString: string | null;
    readonly shouldPrependBosToken: boolean;
  };
  tokenize(text: string, hasSpecialTokens: boolean): Tokens;
  createContext(options: {
    threads: number;
    contextSize: { max: number };
  }): Promise<{ readonly contextSize: number; getSequence(): unknown; dispose(): Promise<void> }>;
  createEmbeddingContext(options: { threads: number; contextSize: { max: number } }): Promise<{
    getEmbeddingFor(tokens: Tokens): Promise<{ readonly vector: readonly number[] }>;
    dispose(): Promise<void>;
  }>;
  dispose(): Promise<void>;
}
interface CompletionOptions {
  readonly maxTokens: number;
  readonly temperature: number;
  readonly topP?: number;
  readonly seed?: number;
  readonly repeatPenalty?: { readonly frequencyPenalty: number; readonly presencePenalty: number };
  readonly grammar?: unknown;
  readonly contextShiftSize: number;
  readonly signal: AbortSignal;
  onToken(tokens: Tokens): void;
  onTextChunk(text: string): void;
}
interface Completion {
  generateCompletionWithMeta(
    tokens: Tokens,
    options: CompletionOptions,
  ): Promise<{ readonly metadata: { readonly stopReason: string } }>;
}

// Variables, so that type checks and other models work without the optional packages.
const packageName: string = "node-llama-cpp";
const templatePackage: string = "@huggingface/jinja";
const contextTokensMax = 8192;
const answerTokensMax = 1024;
const threads = 1;
const seedMax = 2 ** 32;

interface Packages {
  importEngine?(): Promise<Engine>;
  importTemplates?(): Promise<TemplateEngine>;
}
const importEnginePackage = async (): Promise<Engine> => (await import(packageName)) as Engine;
const importTemplatePackage = async (): Promise<TemplateEngine> => (await import(templatePackage)) as TemplateEngine;

/** @throws Error with one sentence if the package is missing or the file is not a model. */
export const openGguf = async (
  path: string,
  { importEngine = importEnginePackage, importTemplates = importTemplatePackage }: Packages = {},
): Promise<Upstream & { close(): Promise<void> }> => {
  const engine = await load(importEngine);
  const { llama, model } = await readModel(engine, path);
  const offered = operationsOf(model);
  const template = offered.includes("chat/completions") ? await readTemplate(model, path, importTemplates) : undefined;
  const contextTokens = await contextTokensOf(model, offered);
  const inTurn = createQueue();
  const id = basename(path, ".gguf");
  const card = {
    id,
    name: id,
    description: "From a file on this server.",
    inputModalities: ["text"],
    outputModalities: [offered.includes("completions") ? "text" : "embeddings"],
    contextTokens,
    operations: offered,
  };

  const generate = async (tokens: Tokens, options: CompletionOptions): Promise<string> => {
    options.signal.throwIfAborted();
    const context = await model.createContext({ threads, contextSize: { max: contextTokens } });
    try {
      const completion = new engine.LlamaCompletion({ contextSequence: context.getSequence() });
      return (await completion.generateCompletionWithMeta(tokens, options)).metadata.stopReason;
    } finally {
      await context.dispose();
    }
  };

  /** Generates an answer. Starts with the first read and runs one at a time, because memory holds one conversation. */
  async function* speak(
    tokens: Tokens,
    { signal, ...options }: Omit<CompletionOptions, "onToken" | "onTextChunk">,
  ): AsyncGenerator<Said> {
    const unread = new AbortController();
    const speech = createSpeech();
    const both = AbortSignal.any([signal, unread.signal]);
    inTurn(() => generate(tokens, { ...options, signal: both, ...speech.receives })).then(speech.end, speech.fail);
    try {
      yield* speech.parts();
    } finally {
      unread.abort(new Error("The client disconnected."));
    }
  }

  /** Tokenizes a text. Special tokens count as tokens in a chat template, and as plain text in a prompt. */
  const tokensOf = (text: string, isTemplate: boolean): Tokens => {
    const tokens = model.tokenize(text, isTemplate);
    // The engine adds the start token.
    return model.tokens.shouldPrependBosToken && tokens[0] === model.tokens.bos ? tokens.slice(1) : tokens;
  };
  const lengthOf = (tokens: Tokens): number => tokens.length + (model.tokens.shouldPrependBosToken ? 1 : 0);

  const complete = async (operation: Operation, body: Ask, ask: OwnAsk, signal: AbortSignal): Promise<Response> => {
    const texts = template && operation === "chat/completions" ? [template.render(ask.messages)] : ask.prompts;
    const prompts = texts.map((text) => tokensOf(text, operation === "chat/completions"));
    const param = operation === "chat/completions" ? "messages" : "prompt";
    for (const prompt of prompts)
      if (lengthOf(prompt) >= contextTokens - 1) throw contextExceeded(param, contextTokens - 2, lengthOf(prompt));
    const grammar = await grammarOf(llama, ask.format);
    const answers = prompts.flatMap((prompt) =>
      Array.from({ length: ask.answers }, (_, index) =>
        speak(prompt, {
          maxTokens: Math.min(ask.tokensMax ?? answerTokensMax, contextTokens - 1 - lengthOf(prompt)),
          temperature: ask.temperature,
          ...(ask.topP !== undefined && { topP: ask.topP }),
          ...(ask.seed !== undefined && { seed: seedOf(ask.seed + index) }),
          ...penaltiesOf(ask),
          ...(grammar !== undefined && { grammar }),
          contextShiftSize: 1,
          signal,
        }),
      ),
    );
    const promptTokens = prompts.reduce((sum, prompt) => sum + lengthOf(prompt), 0);
    return spokenReply({ operation, body, ask, promptTokens, answers });
  };

  const embed = async (body: Ask, ask: OwnAsk, signal: AbortSignal): Promise<Response> => {
    const inputs = ask.prompts.map((text) => tokensOf(text, false));
    for (const input of inputs) {
      if (input.length === 0)
        throw new RefusedAsk("invalid_value", "Invalid value for 'input': a text is empty.", { param: "input" });
      if (lengthOf(input) > contextTokens) throw contextExceeded("input", contextTokens, lengthOf(input));
    }
    const vectors = await inTurn(async () => {
      const context = await model.createEmbeddingContext({ threads, contextSize: { max: contextTokens } });
      try {
        const made: (readonly number[])[] = [];
        for (const input of inputs) {
          signal.throwIfAborted();
          made.push((await context.getEmbeddingFor(input)).vector);
        }
        return made;
      } finally {
        await context.dispose();
      }
    });
    const tokens = inputs.reduce((sum, input) => sum + lengthOf(input), 0);
    const data = vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding: ask.isBase64 ? Buffer.from(Float32Array.from(vector).buffer).toString("base64") : vector,
    }));
    return Response.json({
      object: "list",
      data,
      model: body.model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    });
  };

  return {
    name: "This server",
    isFree: true,
    models: async () => [card],
    ask: (operation, body, signal) =>
      orRefusal(async () => {
        if (!offered.includes(operation)) throw operationNotSupported(id, operation);
        const ask = readAsk("gguf", operation, body);
        return operation === "embeddings" ? embed(body, ask, signal) : complete(operation, body, ask, signal);
      }),
    close: () => model.dispose(),
  };
};

/** Returns what a model supports: no chat without a chat template, and only embeddings for models that only encode text. */
const operationsOf = ({ fileInfo: { metadata } }: Model): readonly Operation[] => {
  if (/bert|embedding|t5encoder/.test(metadata.general?.architecture ?? "")) return ["embeddings"];
  return operations.filter((one) => one !== "chat/completions" || metadata.tokenizer?.chat_template !== undefined);
};

const readTemplate = async (
  model: Model,
  path: string,
  importTemplates: () => Promise<TemplateEngine>,
): Promise<ChatTemplate> => {
  const { bosString, eosString } = model.tokens;
  try {
    const source = model.fileInfo.metadata.tokenizer!.chat_template!;
    return openChatTemplate(await importTemplates(), source, { bos: bosString ?? "", eos: eosString ?? "" });
  } catch (error) {
    throw new Error(`AI_GGUF (${path}) has a chat template that cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
};

/** Returns the context length: the training length, limited by memory. */
const contextTokensOf = async (model: Model, offered: readonly Operation[]): Promise<number> => {
  const max = Math.min(model.trainContextSize, contextTokensMax);
  if (!offered.includes("completions")) return max;
  const context = await model.createContext({ threads, contextSize: { max } });
  await context.dispose();
  return context.contextSize;
};

const grammarOf = async (llama: Llama, format: AnswerFormat | undefined): Promise<unknown> => {
  if (!format) return undefined;
  if (format.type === "json_object") return llama.getGrammarFor("json");
  checkGrammarSchema(format.schema);
  try {
    return await llama.createGrammarForJsonSchema(format.schema);
  } catch (error) {
    throw new RefusedAsk(
      "unsupported_value",
      `The schema can't be converted to a grammar: ${(error as Error).message}`,
      {
        param: "response_format",
      },
    );
  }
};

const penaltiesOf = ({ frequencyPenalty, presencePenalty }: OwnAsk): Pick<CompletionOptions, "repeatPenalty"> =>
  frequencyPenalty === 0 && presencePenalty === 0 ? {} : { repeatPenalty: { frequencyPenalty, presencePenalty } };

const seedOf = (seed: number): number => ((seed % seedMax) + seedMax) % seedMax;

/** Runs tasks one at a time, in order. A failed task does not stop the next. */
const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>): Promise<T> => {
    const mine = last.catch(() => undefined).then(run);
    last = mine;
    return mine;
  };
};

/** Turns the engine's callbacks into pieces that can be read one by one. */
const createSpeech = () => {
  const waiting: Said[] = [];
  let wake: (() => void) | undefined;
  let fault: unknown;
  let tokens = 0;
  const put = (text: string, end?: Said["end"]): void => {
    waiting.push({ text, tokens, ...(end && { end }) });
    tokens = 0;
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
    receives: { onToken: (made: Tokens) => void (tokens += made.length), onTextChunk: (text: string) => put(text) },
    end: (reason: string) => {
      // The engine doesn't report the end token.
      if (reason !== "maxTokens") tokens += 1;
      put("", reason === "maxTokens" ? "length" : "stop");
    },
    fail: (error: unknown) => {
      fault = error ?? new Error("The engine failed.");
      wake?.();
    },
    parts,
  };
};

const load = async (importEngine: () => Promise<Engine>): Promise<Engine> => {
  try {
    return await importEngine();
  } catch (error) {
    throw new Error(`AI_GGUF needs the optional package ${packageName}: npm install --no-save ${packageName}.`, {
      cause: error,
    });
  }
};

const readModel = async (engine: Engine, path: string): Promise<{ llama: Llama; model: Model }> => {
  try {
    const llama = await engine.getLlama();
    return { llama, model: await llama.loadModel({ modelPath: path }) };
  } catch (error) {
    throw new Error(`AI_GGUF (${path}) cannot be read as a model: ${(error as Error).message}`, { cause: error });
  }
};
