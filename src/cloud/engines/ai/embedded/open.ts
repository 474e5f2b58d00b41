import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ModelCard, Upstream } from "../ai.ts";
import { contextExceeded, operationNotSupported, readAsk, RefusedAsk, type Message } from "../read-ask.ts";
import { orRefusal, spokenReply, type Said } from "../spoken.ts";
import { loadTokenizer } from "./load.ts";
import { promptOf, questionTokensMax, type Question } from "./speak.ts";
import type { Tokenizer } from "./tokenizer.ts";
import type { Asked, Told } from "./worker.ts";

const contextTokens = 112;

export const embeddedModel: ModelCard = {
  id: "freehold-docs-0.4m",
  name: "Freehold Docs 0.4M",
  description:
    "A very small model included with Freehold: 0.4 million parameters, trained only on questions about this product. It reads only the last message, supports no tools and is often wrong. It is included so that a first call works without another server.",
  inputModalities: ["text"],
  outputModalities: ["text"],
  contextTokens,
  operations: ["chat/completions", "completions"],
  isEmbedded: true,
};

const answerTokensMax = 96;
const questionMax = questionTokensMax(contextTokens);
/** Upper bound for the bytes of a token. Longer questions are refused without tokenizing them. */
const tokenBytesMax = 64;

/** Opens the model committed with the code. */
export const openEmbeddedModel = (): Upstream & { close(): Promise<void> } => {
  const thread = createModelThread();
  let tokenizer: Tokenizer | undefined;

  const tokensOf = (text: string, param: string): number => {
    const bytes = Buffer.byteLength(text);
    if (bytes > questionMax * tokenBytesMax)
      throw contextExceeded(param, questionMax, Math.ceil(bytes / tokenBytesMax));
    const prompt = promptOf((tokenizer ??= loadTokenizer()), text);
    if (prompt.length - 2 > questionMax) throw contextExceeded(param, questionMax, prompt.length - 2);
    return prompt.length;
  };

  return {
    name: "This server",
    isFree: true,
    models: async () => [embeddedModel],
    ask: (operation, body) =>
      orRefusal(async () => {
        if (operation === "embeddings") throw operationNotSupported(embeddedModel.id, operation);
        const ask = readAsk("embedded", operation, body);
        const isChat = operation === "chat/completions";
        const questions = isChat ? [lastQuestion(ask.messages)] : ask.prompts;
        const counts = questions.map((text) => tokensOf(text, isChat ? "messages" : "prompt"));
        if (thread.isBusy())
          throw new RefusedAsk("upstream_busy", "The embedded model is busy. Try again in a few seconds.", {
            status: 503,
          });
        const { temperature, topP, seed } = ask;
        const tokensMax = Math.min(ask.tokensMax ?? answerTokensMax, answerTokensMax);
        const answers = questions.flatMap((text) =>
          Array.from({ length: ask.answers }, (_, index) =>
            thread.speak({ text, temperature, topP, seed: seed === undefined ? undefined : seed + index, tokensMax }),
          ),
        );
        const promptTokens = counts.reduce((sum, count) => sum + count, 0);
        return spokenReply({ operation, body, ask, promptTokens, answers });
      }),
    close: thread.close,
  };
};

/** Returns the last user message, the only one that the model reads. */
const lastQuestion = (messages: readonly Message[]): string => {
  const last = messages.findLast(({ role }) => role === "user");
  if (!last)
    throw new RefusedAsk("invalid_value", "Invalid value for 'messages': this model requires a user message.", {
      param: "messages",
    });
  return last.content;
};

interface ModelThread {
  /** Returns whether the queue is full. */
  isBusy(): boolean;
  /** Sends the question at the first read. Questions are answered one at a time. */
  speak(question: Question): AsyncGenerator<Said>;
  close(): Promise<void>;
}

const waitingMax = 64;

/** Runs the embedded model in a worker thread, which starts with the first question. */
const createModelThread = (): ModelThread => {
  const open = new Map<number, (told: Told) => void>();
  let worker: Worker | undefined;
  let next = 0;

  const start = (): Worker => {
    const started = new Worker(join(import.meta.dirname, `worker${extname(import.meta.filename)}`));
    const end = (error?: unknown): void => {
      if (worker === started) worker = undefined;
      const fault = error instanceof Error ? error.message : "The model's thread exited.";
      for (const [id, tell] of open) tell({ id, fault });
      open.clear();
    };
    started.on("message", (told: Told) => open.get(told.id)?.(told));
    started.on("error", end);
    started.on("exit", () => end());
    started.unref();
    return (worker = started);
  };

  return {
    isBusy: () => open.size >= waitingMax,
    speak: async function* (question) {
      const id = next++;
      const told = mailbox<Told>();
      open.set(id, told.put);
      try {
        const asked: Asked = { id, ...question };
        (worker ?? start()).postMessage(asked);
        for (;;) {
          const one = await told.take();
          if ("fault" in one) throw new Error(one.fault);
          yield one.said;
          if (one.said.end) return;
        }
      } finally {
        open.delete(id);
      }
    },
    close: async () => void (await worker?.terminate()),
  };
};

/** Creates a queue for one reader. Keeps messages until they are taken. */
const mailbox = <T>() => {
  const kept: T[] = [];
  let waiting: ((one: T) => void) | undefined;
  return {
    put: (one: T): void => {
      const taker = waiting;
      waiting = undefined;
      if (taker) taker(one);
      else kept.push(one);
    },
    take: (): Promise<T> => {
      const [first] = kept.splice(0, 1);
      return first === undefined ? new Promise((resolve) => (waiting = resolve)) : Promise.resolve(first);
    },
  };
};
