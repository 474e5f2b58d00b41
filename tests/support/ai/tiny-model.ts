/** Writes a model file with random weights of 100 KB, which the real engine loads in milliseconds. Its answers are noise. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installEngine } from "../../../src/cloud/engines/ai/llama/install.ts";
import { root } from "../hosting/source-files.ts";

/** Where tests install the engine, once for all runs. */
export const engineFolder = join(root, "node_modules/.cache/freehold-ai");

/** Whether the engine could be installed from the package registry. */
export const hasEngine = (): Promise<boolean> =>
  installEngine(engineFolder, "off", AbortSignal.timeout(600_000)).then(
    () => true,
    () => false,
  );

const types = { uint32: 4, int32: 5, float: 6, string: 8, list: 9 } as const;
const alignment = 32;
const width = 32;
const inner = 64;
const heads = 2;

export interface TinyModel {
  readonly contextTokens?: number;
  /** Jinja; null for a model without chat. */
  readonly chatTemplate?: string | null;
}

const chatLines = "{% for message in messages %}{{ message.role }}: {{ message.content }}\n{% endfor %}";

/** Returns the bytes of a GGUF file (version 3) with one layer of the architecture "llama" and a token for each byte. */
export const tinyModel = ({ contextTokens = 256, chatTemplate = chatLines }: TinyModel = {}): Buffer => {
  const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
  const tokens = ["<unk>", "<s>", "</s>", ...bytes];
  const unknown = 2;
  const control = 3;
  const ofByte = 6;
  const metadata = [
    entry("general.architecture", string("llama")),
    entry("general.name", string("Tiny")),
    entry("general.license", string("mit")),
    entry("llama.context_length", uint32(contextTokens)),
    entry("llama.embedding_length", uint32(width)),
    entry("llama.block_count", uint32(1)),
    entry("llama.feed_forward_length", uint32(inner)),
    entry("llama.attention.head_count", uint32(heads)),
    entry("llama.rope.dimension_count", uint32(width / heads)),
    entry("llama.attention.layer_norm_rms_epsilon", float(1e-5)),
    entry("tokenizer.ggml.model", string("llama")),
    entry("tokenizer.ggml.tokens", list(types.string, tokens.map(text))),
    entry(
      "tokenizer.ggml.scores",
      list(
        types.float,
        tokens.map(() => number("writeFloatLE", 0)),
      ),
    ),
    entry(
      "tokenizer.ggml.token_type",
      list(
        types.int32,
        tokens.map((_, index) => number("writeInt32LE", [unknown, control, control][index] ?? ofByte)),
      ),
    ),
    entry("tokenizer.ggml.bos_token_id", uint32(1)),
    entry("tokenizer.ggml.eos_token_id", uint32(2)),
    ...(chatTemplate === null ? [] : [entry("tokenizer.chat_template", string(chatTemplate))]),
  ];
  const tensors: readonly (readonly [name: string, ...shape: number[]])[] = [
    ["token_embd.weight", width, tokens.length],
    ["output_norm.weight", width],
    ["output.weight", width, tokens.length],
    ["blk.0.attn_norm.weight", width],
    ...["q", "k", "v", "output"].map((part) => [`blk.0.attn_${part}.weight`, width, width] as const),
    ["blk.0.ffn_norm.weight", width],
    ["blk.0.ffn_gate.weight", width, inner],
    ["blk.0.ffn_up.weight", width, inner],
    ["blk.0.ffn_down.weight", inner, width],
  ];
  const draw = noise();
  const data: Buffer[] = [];
  let offset = 0;
  const infos = tensors.map(([name, ...shape]) => {
    const values = Float32Array.from({ length: shape.reduce((product, size) => product * size, 1) }, draw);
    const padded = aligned(Buffer.from(values.buffer));
    const info = [text(name), number("writeUInt32LE", shape.length), ...shape.map(uint64), number("writeUInt32LE", 0)];
    const at = uint64(offset);
    data.push(padded);
    offset += padded.length;
    return Buffer.concat([...info, at]);
  });
  const version = 3;
  const head = [Buffer.from("GGUF"), number("writeUInt32LE", version), uint64(tensors.length), uint64(metadata.length)];
  return Buffer.concat([aligned(Buffer.concat([...head, ...metadata, ...infos])), ...data]);
};

/** Writes the file into a new folder. */
export const tinyModelFile = async (options?: TinyModel): Promise<string> => {
  const path = join(await mkdtemp(join(tmpdir(), "freehold-model-")), "tiny.gguf");
  await writeFile(path, tinyModel(options));
  return path;
};

/** Equal numbers in each run, between -1 and 1. */
const noise = (): (() => number) => {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
};

const aligned = (buffer: Buffer): Buffer =>
  Buffer.concat([buffer, Buffer.alloc((alignment - (buffer.length % alignment)) % alignment)]);

const number = (write: "writeUInt32LE" | "writeInt32LE" | "writeFloatLE", value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer[write](value);
  return buffer;
};
const uint64 = (value: number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
};
const text = (value: string): Buffer => Buffer.concat([uint64(Buffer.byteLength(value)), Buffer.from(value)]);

interface Typed {
  readonly type: number;
  readonly value: Buffer;
}
const uint32 = (value: number): Typed => ({ type: types.uint32, value: number("writeUInt32LE", value) });
const float = (value: number): Typed => ({ type: types.float, value: number("writeFloatLE", value) });
const string = (value: string): Typed => ({ type: types.string, value: text(value) });
const list = (itemType: number, items: readonly Buffer[]): Typed => ({
  type: types.list,
  value: Buffer.concat([number("writeUInt32LE", itemType), uint64(items.length), ...items]),
});
const entry = (key: string, { type, value }: Typed): Buffer =>
  Buffer.concat([text(key), number("writeUInt32LE", type), value]);
