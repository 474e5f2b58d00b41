/** Reads the header of a GGUF file (ggml's format, versions 2 and 3): what a model is, without loading it. */
import { open } from "node:fs/promises";

export interface GgufHeader {
  readonly name: string | undefined;
  /** SPDX identifier. */
  readonly license: string | undefined;
  readonly architecture: string;
  /** Context length in tokens that the model was trained with. */
  readonly contextTokens: number;
  /** Jinja source; undefined for models that don't chat. */
  readonly chatTemplate: string | undefined;
  /** Bytes of memory for each token of context, with 16-bit keys and values. */
  readonly contextBytesPerToken: number;
}

type Value = string | number | bigint | boolean | undefined;

/** Vocabularies of large models take up to 12 MiB of the header. */
const headerBytesMax = 32 * 1024 * 1024;

/** @throws Error with one sentence if the file can't be read or is not a GGUF file. */
export const readGgufHeader = async (path: string): Promise<GgufHeader> => {
  const handle = await open(path);
  try {
    const buffer = Buffer.alloc(Math.min(headerBytesMax, (await handle.stat()).size));
    await handle.read(buffer, 0, buffer.length, 0);
    return headerOf(valuesIn(buffer));
  } catch (error) {
    if (error instanceof RangeError) throw new Error("It is not a GGUF file, or it is cut off.", { cause: error });
    throw error;
  } finally {
    await handle.close();
  }
};

const headerOf = (values: ReadonlyMap<string, Value>): GgufHeader => {
  const architecture = textOf(values.get("general.architecture"));
  if (architecture === undefined) throw new Error("It is a GGUF file without an architecture.");
  const number = (key: string): number | undefined => {
    const value = values.get(`${architecture}.${key}`);
    return value === undefined ? undefined : Number(value);
  };
  const heads = number("attention.head_count") ?? 1;
  const headLength = number("attention.key_length") ?? (number("embedding_length") ?? 0) / heads;
  const keysAndValues = 2;
  const bytesPerNumber = 2;
  return {
    name: textOf(values.get("general.name")),
    license: textOf(values.get("general.license")),
    architecture,
    contextTokens: number("context_length") ?? 0,
    chatTemplate: textOf(values.get("tokenizer.chat_template")),
    contextBytesPerToken:
      keysAndValues *
      bytesPerNumber *
      (number("block_count") ?? 0) *
      (number("attention.head_count_kv") ?? heads) *
      headLength,
  };
};

const textOf = (value: Value): string | undefined => (typeof value === "string" ? value : undefined);

/** Returns the metadata by key, without lists. Throws RangeError at the end of the buffer. */
const valuesIn = (buffer: Buffer): ReadonlyMap<string, Value> => {
  const reader = createReader(buffer);
  if (reader.text(4) !== "GGUF") throw new RangeError("no magic number");
  reader.uint32();
  reader.length();
  const count = reader.length();
  const values = new Map<string, Value>();
  for (let index = 0; index < count; index += 1) values.set(reader.string(), reader.value(reader.uint32()));
  return values;
};

const stringType = 8;
const listType = 9;

const createReader = (buffer: Buffer) => {
  let at = 0;
  const advance = (bytes: number): number => {
    const start = at;
    at += bytes;
    if (at > buffer.length) throw new RangeError("The header is cut off.");
    return start;
  };
  const uint32 = (): number => buffer.readUInt32LE(advance(4));
  const length = (): number => Number(buffer.readBigUInt64LE(advance(8)));
  const text = (bytes: number): string => buffer.toString("utf8", advance(bytes), at);
  const string = (): string => text(length());
  /** By type: integers of 1, 2 and 4 bytes, float, boolean, string, list, and integers and floats of 8 bytes. */
  const numbers: Readonly<Record<number, () => Value>> = {
    0: () => buffer.readUInt8(advance(1)),
    1: () => buffer.readInt8(advance(1)),
    2: () => buffer.readUInt16LE(advance(2)),
    3: () => buffer.readInt16LE(advance(2)),
    4: uint32,
    5: () => buffer.readInt32LE(advance(4)),
    6: () => buffer.readFloatLE(advance(4)),
    7: () => buffer.readUInt8(advance(1)) === 1,
    10: () => buffer.readBigUInt64LE(advance(8)),
    11: () => buffer.readBigInt64LE(advance(8)),
    12: () => buffer.readDoubleLE(advance(8)),
  };
  const value = (type: number): Value => {
    if (type === stringType) return string();
    if (type !== listType) {
      const read = numbers[type];
      if (!read) throw new RangeError(`no type ${type}`);
      return read();
    }
    const itemType = uint32();
    const count = length();
    for (let index = 0; index < count; index += 1) value(itemType);
    return undefined;
  };
  return { uint32, length, text, string, value };
};
