import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTokenizer, type Tokenizer, type TokenizerData } from "./tokenizer.ts";
import { readWeights, type Weights } from "./weights.ts";

export const modelFolder = join(import.meta.dirname, "../model");

/** Loads the committed vocabulary. */
export const loadTokenizer = (): Tokenizer =>
  createTokenizer(JSON.parse(readFileSync(join(modelFolder, "model.json"), "utf8")) as TokenizerData);

/** Loads the committed weights and vocabulary. */
export const loadModel = (): { tokenizer: Tokenizer; weights: Weights } => ({
  tokenizer: loadTokenizer(),
  weights: readWeights(readFileSync(join(modelFolder, "weights.bin"))),
});
