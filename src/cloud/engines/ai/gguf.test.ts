import { expect, it } from "vitest";
import { eventsOf } from "./events.ts";
import { openGguf, type Engine } from "./gguf.ts";

interface Behaviour {
  /** What it says, piece by piece. */
  readonly said?: readonly string[];
  /** Waits before it goes on, or fails. */
  readonly pause?: (signal: AbortSignal) => Promise<void>;
}

/** Stands for the optional package: as much of it as is used, and what became of it. */
const engineOf = ({ said = [], pause }: Behaviour) => {
  const seen = { contexts: 0, disposed: 0, most: 0, asked: [] as unknown[] };
  const engine: Engine = {
    getLlama: async () => ({
      loadModel: async ({ modelPath }) => {
        if (modelPath.endsWith("broken.gguf")) throw new Error("invalid magic");
        return {
          tokenize: (text) => text.split(" "),
          createContext: async () => {
            seen.contexts += 1;
            seen.most = Math.max(seen.most, seen.contexts - seen.disposed);
            return { getSequence: () => ({}), dispose: async () => void (seen.disposed += 1) };
          },
          dispose: async () => undefined,
        };
      },
    }),
    LlamaCompletion: class {
      generateCompletion = async (
        text: string,
        options: { maxTokens: number; temperature: number; signal: AbortSignal; onTextChunk(text: string): void },
      ): Promise<string> => {
        seen.asked.push({ text, maxTokens: options.maxTokens, temperature: options.temperature });
        for (const piece of said) {
          options.onTextChunk(piece);
          await pause?.(options.signal);
        }
        return said.join("");
      };
    },
  };
  return { seen, open: (path = "/models/tiny.gguf") => openGguf(path, async () => engine) };
};

const ask = { model: "tiny", messages: [{ role: "user", content: "two words" }] };
const never = new AbortController().signal;

it("a model in a GGUF file answers whole and as a stream, piece by piece while it speaks", async () => {
  let goOn = (): void => undefined;
  const { open, seen } = engineOf({
    said: ["Hello", " there"],
    pause: () => new Promise<void>((resolve) => (goOn = resolve)),
  });
  const model = await open();
  expect(await model.models()).toMatchObject([{ id: "tiny" }]);
  const response = await model.ask("chat/completions", { ...ask, stream: true, max_tokens: 7 }, never);
  const events = eventsOf(response.body!);
  const texts: string[] = [];
  for await (const data of events) {
    const content = data === "[DONE]" ? "" : (JSON.parse(data).choices[0]?.delta.content ?? "");
    if (content === "") continue;
    texts.push(content);
    // Were it not told piece by piece, nobody would ever let it go on.
    goOn();
  }
  expect(texts.join("")).toBe("Hello there");
  expect(seen.asked).toEqual([{ text: "two words", maxTokens: 7, temperature: 0 }]);
  expect(seen.disposed).toBe(1);
});

it("one conversation at a time has the engine's memory, which is given back also when it fails", async () => {
  const { open, seen } = engineOf({ said: ["Hi"] });
  const model = await open();
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => (await model.ask("chat/completions", ask, never)).json()),
  );
  expect(answers.every(({ choices }) => choices[0].message.content === "Hi")).toBe(true);
  expect(answers[0].usage).toMatchObject({ prompt_tokens: 2 });
  expect(seen).toMatchObject({ contexts: 5, disposed: 5, most: 1 });
  const failing = engineOf({ said: ["Hi"], pause: () => Promise.reject(new Error("out of memory")) });
  const broken = await failing.open();
  await expect(broken.ask("chat/completions", ask, never)).rejects.toThrow("out of memory");
  expect(failing.seen.disposed).toBe(1);
  expect((await broken.ask("embeddings", ask, never)).status).toBe(400);
});

it("who hangs up while others are answered is not answered any more", async () => {
  const { open, seen } = engineOf({ said: ["Hi"] });
  const model = await open();
  const gone = new AbortController();
  gone.abort();
  await expect(model.ask("chat/completions", ask, gone.signal)).rejects.toThrow();
  expect(seen.asked).toEqual([]);
});

it("without the package, or with a file that is no model, AI_GGUF says what to do", async () => {
  const missing = openGguf("/models/tiny.gguf", () => Promise.reject(new Error("Cannot find package")));
  await expect(missing).rejects.toThrow(
    /^AI_GGUF needs the optional package node-llama-cpp: npm install --no-save node-llama-cpp\.$/,
  );
  await expect(engineOf({}).open("/models/broken.gguf")).rejects.toThrow(
    "AI_GGUF (/models/broken.gguf) cannot be read as a model: invalid magic",
  );
});
