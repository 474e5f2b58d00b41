/** The loop of node-llama-cpp without anything around it: streams are generated at the same time, each in a sequence. */
import { availableParallelism } from "node:os";
import { entryOf } from "../../src/cloud/engines/ai/llama/install.ts";
import type { Run, RunRequest } from "../local-model.ts";

interface Sequence {
  readonly nextTokenIndex: number;
  adaptStateToTokens(tokens: readonly number[], allowShift: boolean): Promise<void>;
  evaluate(tokens: readonly number[], options: { readonly temperature: number }): AsyncIterable<number>;
}
interface Package {
  getLlama(options: object): Promise<{
    loadModel(options: { modelPath: string }): Promise<{
      readonly tokens: { readonly bos: number; readonly shouldPrependBosToken: boolean };
      tokenize(text: string): number[];
      detokenize(tokens: readonly number[]): string;
      createContext(options: object): Promise<{ getSequence(): Sequence }>;
    }>;
  }>;
}

const [engine, modelPath, contextTokens, sequenceCount] = process.argv.slice(2);
const { getLlama } = (await import(entryOf(engine!))) as Package;
const llama = await getLlama({ gpu: false, build: "never" });
const model = await llama.loadModel({ modelPath: modelPath! });
const context = await model.createContext({
  threads: availableParallelism(),
  sequences: Number(sequenceCount),
  contextSize: { max: Number(contextTokens) },
});
const sequences = Array.from({ length: Number(sequenceCount) }, () => context.getSequence());

const generate = async (sequence: Sequence, prompt: string, tokensMax: number) => {
  const startedAt = performance.now();
  const tokens = [...(model.tokens.shouldPrependBosToken ? [model.tokens.bos] : []), ...model.tokenize(prompt)];
  await sequence.adaptStateToTokens(tokens.slice(0, -1), false);
  let firstTokenMs: number | undefined;
  let made = 0;
  for await (const token of sequence.evaluate(tokens.slice(sequence.nextTokenIndex), { temperature: 0 })) {
    model.detokenize([token]);
    firstTokenMs ??= performance.now() - startedAt;
    made += 1;
    if (made === tokensMax) break;
  }
  return { made, firstTokenMs: firstTokenMs ?? 0 };
};

const run = async ({ prompts, tokensEach }: RunRequest): Promise<Run> => {
  const startedAt = performance.now();
  const all = await Promise.all(prompts.map((prompt, index) => generate(sequences[index]!, prompt, tokensEach)));
  const firsts = all.map(({ firstTokenMs }) => firstTokenMs).toSorted((a, b) => a - b);
  return {
    tokens: all.reduce((sum, { made }) => sum + made, 0),
    seconds: (performance.now() - startedAt) / 1000,
    firstTokenMs: firsts[Math.floor(firsts.length / 2)]!,
  };
};

process.on("message", (request: RunRequest) => void run(request).then((result) => process.send!(result)));
process.on("disconnect", () => process.exit());
