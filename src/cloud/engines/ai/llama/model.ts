/** A model in memory, by node-llama-cpp. Runs in the engine's own process, see process.ts. */
import { Template } from "@huggingface/jinja";
import { randomInt } from "node:crypto";
import type { Ask, Operation } from "../ai.ts";
import { openChatTemplate, type ChatTemplate } from "./chat-template.ts";
import type { Gpu } from "./install.ts";
import { forGrammar, type JsonSchema } from "./json-grammar.ts";
import { watchLikelihoods, type Likelihoods, type Sequence, type TokenLikelihood } from "./likelihoods.ts";
import { contextExceeded, operationNotSupported, readAsk, RefusedAsk, type OwnAsk } from "./read-ask.ts";
import { orRefusal, spokenReply, untilStop, type Said } from "./spoken.ts";
import { callSchema, withToolCalls } from "./tools.ts";
import { createTurns } from "./turns.ts";

/** The part of the package that Freehold uses. */
export interface Engine {
  getLlama(options: { gpu: false | Exclude<Gpu, "off">; build: "never" }): Promise<Llama>;
  LlamaCompletion: new (options: { contextSequence: Sequence }) => Completion;
}
interface Llama {
  loadModel(options: { modelPath: string }): Promise<Model>;
  getGrammarFor(type: "json"): Promise<unknown>;
  createGrammarForJsonSchema(schema: unknown): Promise<unknown>;
}
type Tokens = readonly unknown[];
interface Model {
  readonly fileInfo: {
    readonly metadata: { readonly tokenizer?: { readonly chat_template?: string } };
  };
  readonly tokens: {
    readonly bos: unknown;
    readonly bosString: string | null;
    readonly eosString: string | null;
    readonly shouldPrependBosToken: boolean;
  };
  tokenize(text: string, hasSpecialTokens: boolean): Tokens;
  detokenize(tokens: Tokens): string;
  createContext(options: {
    threads: number;
    sequences: number;
    contextSize: { max: number };
    batching: { dispatchSchedule(dispatch: () => void): void };
  }): Promise<{ readonly contextSize: number; getSequence(): Sequence }>;
  createEmbeddingContext(options: { threads: number; contextSize: { max: number } }): Promise<{
    getEmbeddingFor(tokens: Tokens): Promise<{ readonly vector: readonly number[] }>;
  }>;
  dispose(): Promise<void>;
}
interface RepeatPenalty {
  /** Divides the likelihood of each token that was used. 1: leaves it. */
  readonly penalty: number;
  readonly penalizeNewLine: boolean;
  readonly frequencyPenalty: number;
  readonly presencePenalty: number;
  readonly lastTokens: number;
}
interface CompletionOptions {
  readonly maxTokens: number;
  readonly temperature: number;
  readonly topP?: number;
  readonly seed: number;
  readonly repeatPenalty: RepeatPenalty | false;
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
  dispose(options: { disposeSequence: boolean }): void;
}

const answerTokensMax = 1024;
const seedMax = 2 ** 32;

/** What the engine's process is told about its model. */
export interface LoadOptions {
  /** The model's ID in the API. */
  readonly id: string;
  readonly path: string;
  readonly operations: readonly Operation[];
  readonly gpu: Gpu;
  /** Processor cores to use. */
  readonly threads: number;
  /** Answers that are generated at the same time. */
  readonly sequences: number;
  /** Length of a conversation in tokens; less if memory is short. */
  readonly contextTokens: number;
}

export type LoadedModel = Awaited<ReturnType<typeof loadModel>>;

/** @throws Error with one sentence if the file is not a model that the engine can run. */
export const loadModel = async (engine: Engine, options: LoadOptions) => {
  const { id, operations: offered, threads } = options;
  const { llama, model } = await readModel(engine, options);
  const template = offered.includes("chat/completions") ? await readTemplate(model) : undefined;
  const asked = { max: options.contextTokens };
  const isEncoder = offered.includes("embeddings");
  // Tokens of several answers are computed together: those that come within a millisecond share a run.
  let speaking = 0;
  const context = isEncoder
    ? undefined
    : await model.createContext({
        threads,
        sequences: options.sequences,
        contextSize: asked,
        batching: { dispatchSchedule: (dispatch) => (speaking > 1 ? setTimeout(dispatch, 1) : setImmediate(dispatch)) },
      });
  const contextTokens = context?.contextSize ?? options.contextTokens;
  const turns = createTurns(Array.from({ length: options.sequences }, () => context?.getSequence()));
  const encoder = isEncoder ? await model.createEmbeddingContext({ threads, contextSize: asked }) : undefined;

  const generate = async (
    caller: string,
    tokens: Tokens,
    { likelihoods, ...options }: CompletionOptions & { readonly likelihoods: Likelihoods | undefined },
  ): Promise<string> => {
    const sequence = await turns.take(caller, options.signal);
    speaking += 1;
    const completion = new engine.LlamaCompletion({ contextSequence: likelihoods?.watch(sequence!) ?? sequence! });
    try {
      return (await completion.generateCompletionWithMeta(tokens, options)).metadata.stopReason;
    } finally {
      speaking -= 1;
      completion.dispose({ disposeSequence: false });
      turns.give(sequence);
    }
  };

  /** Generates an answer. Starts with the first read, when a sequence is free. */
  async function* speak(
    caller: string,
    tokens: Tokens,
    {
      signal,
      alternatives,
      ...options
    }: Omit<CompletionOptions, "onToken" | "onTextChunk"> & Pick<OwnAsk, "alternatives">,
  ): AsyncGenerator<Said> {
    const unread = new AbortController();
    const likelihoods =
      alternatives === undefined ? undefined : watchLikelihoods(alternatives, (token) => model.detokenize([token]));
    const speech = createSpeech(likelihoods);
    const both = AbortSignal.any([signal, unread.signal]);
    const all = { ...options, signal: both, likelihoods, ...speech.receives };
    generate(caller, tokens, all).then(speech.end, speech.fail);
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

  const complete = async (
    operation: Operation,
    body: Ask,
    { ask, caller, signal }: { readonly ask: OwnAsk; readonly caller: string; readonly signal: AbortSignal },
  ): Promise<Response> => {
    const texts =
      template && operation === "chat/completions" ? [template.render(ask.messages, ask.tools)] : ask.prompts;
    const prompts = texts.map((text) => tokensOf(text, operation === "chat/completions"));
    const param = operation === "chat/completions" ? "messages" : "prompt";
    for (const prompt of prompts)
      if (lengthOf(prompt) >= contextTokens - 1) throw contextExceeded(param, contextTokens - 2, lengthOf(prompt));
    const grammar = await grammarOf(llama, ask);
    // Without one, the engine takes the clock's seconds: equal for answers that start in the same.
    const seed = ask.seed ?? randomInt(seedMax);
    const said = prompts.flatMap((prompt) =>
      Array.from({ length: ask.answers }, (_, index) =>
        speak(caller, prompt, {
          maxTokens: Math.min(ask.tokensMax ?? answerTokensMax, contextTokens - 1 - lengthOf(prompt)),
          temperature: ask.temperature,
          ...(ask.topP !== undefined && { topP: ask.topP }),
          seed: seedOf(seed + index),
          repeatPenalty: repeatPenaltyOf(ask, contextTokens),
          ...(grammar !== undefined && { grammar }),
          contextShiftSize: 1,
          alternatives: ask.alternatives,
          signal,
        }),
      ),
    );
    const answers = said
      .map((parts) => untilStop(parts, ask.stops))
      .map((parts) => (ask.tools.length > 0 ? withToolCalls(parts, ask.tools) : parts));
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
    const vectors: (readonly number[])[] = [];
    for (const input of inputs) {
      signal.throwIfAborted();
      vectors.push((await encoder!.getEmbeddingFor(input)).vector);
    }
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
    /** Answers one request in OpenAI's form. `caller`: whose requests wait in one line. */
    ask: (operation: Operation, body: Ask, caller: string, signal: AbortSignal): Promise<Response> =>
      orRefusal(async () => {
        if (!offered.includes(operation)) throw operationNotSupported(id, operation);
        const ask = readAsk(operation, body);
        return operation === "embeddings"
          ? embed(body, ask, signal)
          : complete(operation, body, { ask, caller, signal });
      }),
    close: (): Promise<void> => model.dispose(),
  };
};

const readTemplate = async (model: Model): Promise<ChatTemplate> => {
  const { bosString, eosString } = model.tokens;
  try {
    const source = model.fileInfo.metadata.tokenizer!.chat_template!;
    return openChatTemplate({ Template }, source, { bos: bosString ?? "", eos: eosString ?? "" });
  } catch (error) {
    throw new Error(`The model's chat template cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

const grammarOf = async (llama: Llama, { format, tools, mustCall }: OwnAsk): Promise<unknown> => {
  if (mustCall) return schemaGrammar(llama, callSchema(tools), "tools");
  if (!format) return undefined;
  if (format.type === "json_object") return llama.getGrammarFor("json");
  return schemaGrammar(llama, format.schema, "response_format.json_schema.schema");
};

const schemaGrammar = async (llama: Llama, schema: JsonSchema, param: string): Promise<unknown> => {
  const possible = forGrammar(schema, param);
  try {
    return await llama.createGrammarForJsonSchema(possible);
  } catch (error) {
    throw new RefusedAsk(
      "unsupported_value",
      `The schema can't be converted to a grammar: ${(error as Error).message}`,
      { param },
    );
  }
};

/** As in OpenAI's API: the whole answer counts, with its line breaks. `false`: the engine keeps no list of what was used. */
const repeatPenaltyOf = (
  { frequencyPenalty, presencePenalty }: OwnAsk,
  lastTokens: number,
): CompletionOptions["repeatPenalty"] =>
  frequencyPenalty === 0 && presencePenalty === 0
    ? false
    : { penalty: 1, penalizeNewLine: true, frequencyPenalty, presencePenalty, lastTokens };

const seedOf = (seed: number): number => ((seed % seedMax) + seedMax) % seedMax;

/** Turns the engine's callbacks into pieces that can be read one by one. */
const createSpeech = (likelihoods: Likelihoods | undefined) => {
  const waiting: Said[] = [];
  let likely: readonly TokenLikelihood[] = [];
  let length = 0;
  let wake: (() => void) | undefined;
  let fault: unknown;
  let tokens = 0;
  const put = (text: string, end?: Said["end"]): void => {
    waiting.push({ text, tokens, ...(likely.length > 0 && { likelihoods: likely }), ...(end && { end }) });
    tokens = 0;
    likely = [];
    length += Array.from(text).length;
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
    receives: {
      onToken: (made: Tokens) => {
        tokens += made.length;
        if (likelihoods) likely = [...likely, ...likelihoods.take(made.length, length)];
      },
      onTextChunk: (text: string) => put(text),
    },
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

const readModel = async (engine: Engine, { path, gpu }: LoadOptions): Promise<{ llama: Llama; model: Model }> => {
  try {
    // "never": without a binary for this machine, the package would start a compiler.
    const llama = await engine.getLlama({ gpu: gpu === "off" ? false : gpu, build: "never" });
    return { llama, model: await llama.loadModel({ modelPath: path }) };
  } catch (error) {
    throw new Error(`The model cannot be loaded: ${(error as Error).message}`, { cause: error });
  }
};
