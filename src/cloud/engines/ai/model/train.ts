/**
 * Trains the embedded model: `node src/cloud/engines/ai/model/train.ts`. Takes a few minutes and needs a C compiler with OpenMP. Running
 * Freehold needs neither. Floating point differs between machines, so weights trained elsewhere differ in their last bits.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTokenizer } from "../embedded/tokenizer.ts";
import { corpus } from "./corpus.ts";
import { learnMerges } from "./merges.ts";

/** Converts weights to 16 bits each (IEEE 754 binary16), after a header of six 32-bit integers. */

const headerBytes = 24;

/** Converts the trainer's file of 32-bit weights. Rounds to nearest, ties to even. */
const toHalves = (wide: Buffer): Buffer => {
  const copy = wide.buffer.slice(wide.byteOffset, wide.byteOffset + wide.byteLength);
  const floats = new Float32Array(copy, headerBytes);
  const bits = new Uint32Array(copy, headerBytes);
  const halves = Uint16Array.from(bits, (word, index) => halfOf(word, floats[index]!));
  return Buffer.concat([wide.subarray(0, headerBytes), Buffer.from(halves.buffer)]);
};

/** Converts one number. Values below 2^-14 are multiples of 2^-24. Weights are far below the maximum, 65,504. */
const halfOf = (word: number, value: number): number => {
  const sign = (word >>> 16) & 0x8000;
  const size = Math.abs(value);
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const rest = word & 0x1fff;
  const kept = ((word & 0x7fffffff) >>> 13) - (112 << 10);
  const isUp = rest > 0x1000 || (rest === 0x1000 && (kept & 1) === 1);
  return sign | (kept + (isUp ? 1 : 0));
};

const mergesWanted = 768 - 256 - 3;
const epochs = Number(process.env["EPOCHS"] ?? 24);
const here = import.meta.dirname;
const work = mkdtempSync(join(tmpdir(), "ai-model-"));

const pairs = corpus();
const merges = learnMerges(
  pairs.flatMap(({ question, answer }) => [question, answer]),
  mergesWanted,
);
const tokenizer = createTokenizer({ merges });
const sequences = pairs.map(({ question, answer }) => [
  tokenizer.mark("user"),
  ...tokenizer.encode(question),
  tokenizer.mark("assistant"),
  ...tokenizer.encode(answer),
  tokenizer.mark("end"),
]);
process.stdout.write(
  `${sequences.length} conversations, ${sequences.flat().length} tokens, the longest ${Math.max(...sequences.map((one) => one.length))}\n`,
);

const numbers = [tokenizer.size, sequences.length, 0, ...sequences.flatMap((one) => [one.length, ...one])];
writeFileSync(join(work, "data.bin"), new Int32Array(numbers));
execFileSync("cc", ["-Ofast", "-march=native", "-fopenmp", join(here, "train.c"), "-o", join(work, "train"), "-lm"]);
const wide = join(work, "weights.bin");
execFileSync(join(work, "train"), [String(epochs), join(work, "data.bin"), wide], { stdio: "inherit" });

const weights = toHalves(readFileSync(wide));
writeFileSync(join(here, "weights.bin"), weights);
writeFileSync(
  join(here, "model.json"),
  `${JSON.stringify({ sha256: createHash("sha256").update(weights).digest("hex"), merges }, null, 2)}\n`,
);
rmSync(work, { recursive: true });
process.stdout.write(`${weights.byteLength} bytes\n`);
