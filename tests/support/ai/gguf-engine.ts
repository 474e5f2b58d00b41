/** Fake of node-llama-cpp: only the parts in use, with a record of its prompts. */
import {
  loadModel,
  type Engine,
  type LoadedModel,
  type LoadOptions,
} from "../../../src/cloud/engines/ai/llama/model.ts";

interface Behavior {
  /** The answer in pieces, one token each. */
  readonly said?: readonly string[];
  /** Waits before it continues, or fails. */
  readonly pause?: (signal: AbortSignal) => Promise<void>;
  /** The file's chat template; null for none. */
  readonly chatTemplate?: string | null;
  readonly contextTokens?: number;
}

interface Generation {
  /** The given tokens, joined. */
  readonly text: string;
  readonly [option: string]: unknown;
}

/** ChatML, used by many models. */
export const chatMl =
  "{{ bos_token }}{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

const isSpecial = (piece: string): boolean => /^<[^ >]+>$/.test(piece);

export const fakeGguf = ({ said = [], pause, chatTemplate = chatMl, contextTokens = 64 }: Behavior) => {
  const seen = { running: 0, most: 0, prompts: [] as Generation[], grammars: [] as unknown[] };
  const engine: Engine = {
    getLlama: async () => ({
      loadModel: async ({ modelPath }) => {
        if (modelPath.endsWith("broken.gguf")) throw new Error("invalid magic");
        return {
          fileInfo: {
            metadata: { tokenizer: { ...(chatTemplate !== null && { chat_template: chatTemplate }) } },
          },
          tokens: { bos: "<s>", bosString: "<s>", eosString: "</s>", shouldPrependBosToken: true },
          // Each word is a token; so is a special token where allowed.
          tokenize: (text, hasSpecialTokens) =>
            (text.match(/<[^ >]+>|\s+|[^\s<]+|</g) ?? []).map((piece) =>
              isSpecial(piece) && !hasSpecialTokens ? `text:${piece}` : piece,
            ),
          detokenize: (tokens) => tokens.join(""),
          createContext: async ({ contextSize }) => ({
            contextSize: Math.min(contextSize.max, contextTokens),
            getSequence: () => ({
              async *evaluate() {
                yield* said;
              },
              async *evaluateWithMetadata() {
                for (const token of said) yield { token, confidence: 0.5, probabilities: new Map([[token, 0.5]]) };
              },
            }),
          }),
          createEmbeddingContext: async () => ({
            getEmbeddingFor: async (tokens: readonly unknown[]) => ({ vector: [tokens.length, 0.5] }),
          }),
          dispose: async () => undefined,
        };
      },
      getGrammarFor: async (type) => {
        seen.grammars.push(type);
        return "a grammar of JSON";
      },
      createGrammarForJsonSchema: async (schema) => {
        seen.grammars.push(schema);
        return "a grammar of a schema";
      },
    }),
    LlamaCompletion: class {
      readonly #sequence: ConstructorParameters<Engine["LlamaCompletion"]>[0]["contextSequence"];

      constructor({ contextSequence }: ConstructorParameters<Engine["LlamaCompletion"]>[0]) {
        this.#sequence = contextSequence;
      }

      generateCompletionWithMeta: InstanceType<Engine["LlamaCompletion"]>["generateCompletionWithMeta"] = async (
        tokens,
        { onToken, onTextChunk, signal, ...options },
      ) => {
        seen.prompts.push({ text: tokens.join(""), ...options });
        seen.running += 1;
        seen.most = Math.max(seen.most, seen.running);
        let made = 0;
        for await (const piece of this.#sequence.evaluate(tokens)) {
          onToken([piece]);
          onTextChunk(piece as string);
          await pause?.(signal);
          made += 1;
          if (made === options.maxTokens) return { metadata: { stopReason: "maxTokens" } };
        }
        return { metadata: { stopReason: "eogToken" } };
      };

      dispose(): void {
        seen.running -= 1;
      }
    },
  };
  return { seen, engine };
};

/** Loads the fake model. */
export const loadFake = (engine: Engine, options: Partial<LoadOptions> = {}): Promise<LoadedModel> =>
  loadModel(engine, {
    id: "tiny",
    path: "/models/tiny.gguf",
    operations: ["chat/completions", "completions"],
    gpu: "off",
    threads: 1,
    sequences: 2,
    contextTokens: 64,
    ...options,
  });
