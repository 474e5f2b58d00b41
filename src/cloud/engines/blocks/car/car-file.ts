/** Reads CAR files (versions 1 and 2) block by block. Verifies every hash and trusts no length. */
import type { FileHandle } from "node:fs/promises";
import * as dagCbor from "@ipld/dag-cbor";
import { CID } from "multiformats/cid";
import { inlineBytes, isSame } from "../dag/cid.ts";
import { digestLater } from "../dag/hashes.ts";

/** Twice the limit of Bitswap; larger blocks could not be exchanged with peers. */
const BLOCK_BYTES_MAX = 4 * 1024 * 1024;
const CID_BYTES_MAX = 128;
const HEADER_BYTES_MAX = 1024 * 1024;
const VARINT_BYTES_MAX = 8;
const WINDOW_BYTES = 8 * 1024 * 1024;
/** After the version 2 pragma: characteristics (16), then offset and length of the data, then offset of the index. */
const V2_HEADER_BYTES = 40;

/** The file is not a CAR, is truncated or contains invalid data. The message is for the sender. */
export class CarInvalid extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CarInvalid";
  }
}

export interface CarBlock {
  readonly cid: CID;
  /** Offset of the block's bytes in the file. */
  readonly offset: number;
  /** Valid until the next block is read. */
  readonly bytes: Uint8Array;
}

export interface CarFile {
  readonly roots: readonly CID[];
  /** Throws `CarInvalid`. Skips blocks with identity CIDs. */
  readonly blocks: AsyncIterable<CarBlock>;
}

/** Throws `CarInvalid`. */
export const readCar = async (handle: FileHandle): Promise<CarFile> => {
  const whole = createWindow(handle, 0, (await handle.stat()).size);
  const pragma = await readHeader(whole);
  if (pragma.version === 1) return { roots: rootsOf(pragma), blocks: blocksIn(whole) };
  const header = Buffer.from(await whole.take(V2_HEADER_BYTES));
  const start = Number(header.readBigUInt64LE(16));
  const length = Number(header.readBigUInt64LE(24));
  if (start + length > whole.end) throw new CarInvalid("The CAR file is truncated.");
  const data = createWindow(handle, start, start + length);
  const inner = await readHeader(data);
  if (inner.version !== 1) throw new CarInvalid("The CARv2 file does not contain a valid CARv1 payload.");
  return { roots: rootsOf(inner), blocks: blocksIn(data) };
};

interface Header {
  readonly version: 1 | 2;
  readonly roots?: unknown;
}

const readHeader = async (window: Window): Promise<Header> => {
  const length = await readVarint(window);
  const bytes = length <= HEADER_BYTES_MAX && window.has(length) ? await window.take(length) : new Uint8Array();
  const header = decodeHeader(bytes);
  if (header.version === 1 || header.version === 2) return { version: header.version, roots: header.roots };
  throw new CarInvalid("The file is not a CAR file of version 1 or 2.");
};

const decodeHeader = (bytes: Uint8Array): { readonly version?: unknown; readonly roots?: unknown } => {
  try {
    const value: unknown = dagCbor.decode(bytes);
    return typeof value === "object" && value !== null ? value : {};
  } catch (error) {
    throw new CarInvalid("The file is not a CAR file.", { cause: error });
  }
};

const rootsOf = ({ roots }: Header): CID[] => {
  const cids = Array.isArray(roots) ? roots.map((root: unknown) => CID.asCID(root)) : [null];
  if (!cids.every((cid) => cid !== null)) throw new CarInvalid("The CAR file header does not list any roots.");
  return cids;
};

async function* blocksIn(window: Window): AsyncGenerator<CarBlock> {
  while (!window.isAtEnd()) {
    const length = await readVarint(window);
    if (length > BLOCK_BYTES_MAX + CID_BYTES_MAX)
      throw new CarInvalid("The CAR file contains a block larger than 4 MiB.");
    const section = await window.take(length);
    const { cid, bytes } = splitSection(section);
    if (inlineBytes(cid)) continue;
    const digest = await digestLater(cid.multihash.code, bytes);
    if (!digest)
      throw new CarInvalid(
        `The CAR file contains a block with an unsupported hash function (0x${cid.multihash.code.toString(16)}): ${cid.toString()}.`,
      );
    if (!isSame(digest, cid.multihash.digest))
      throw new CarInvalid(`The CAR file contains a block that does not match its CID: ${cid.toString()}.`);
    yield { cid, offset: window.position() - bytes.length, bytes };
  }
}

const splitSection = (section: Uint8Array<ArrayBuffer>): { cid: CID; bytes: Uint8Array<ArrayBuffer> } => {
  try {
    const [cid, rest] = CID.decodeFirst(section);
    // The window is reused, so the CID needs its own copy of the bytes.
    return { cid: CID.decode(Uint8Array.from(cid.bytes)), bytes: rest as Uint8Array<ArrayBuffer> };
  } catch (error) {
    throw new CarInvalid("The CAR file contains a block without a CID.", { cause: error });
  }
};

const readVarint = async (window: Window): Promise<number> => {
  let value = 0;
  for (let index = 0; index < VARINT_BYTES_MAX; index++) {
    const byte = (await window.take(1))[0]!;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) {
      if (!Number.isSafeInteger(value)) break;
      return value;
    }
  }
  throw new CarInvalid("The CAR file contains an invalid block length.");
};

type Window = ReturnType<typeof createWindow>;

/** Reads sequentially through a range of the file; the result of `take` is valid until the next call. */
const createWindow = (handle: FileHandle, start: number, end: number) => {
  const buffer = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  let [from, to] = [0, 0];
  let position = start;

  const fill = async (length: number): Promise<void> => {
    buffer.copyWithin(0, from, to);
    [from, to] = [0, to - from];
    while (to < length) {
      const toRead = Math.min(buffer.length - to, end - position - to);
      const { bytesRead } = await handle.read(buffer, to, toRead, position + to);
      if (bytesRead === 0) throw new CarInvalid("The CAR file is truncated.");
      to += bytesRead;
    }
  };

  return {
    end,
    position: (): number => position,
    isAtEnd: (): boolean => position >= end,
    has: (length: number): boolean => position + length <= end,
    async take(length: number): Promise<Uint8Array<ArrayBuffer>> {
      if (position + length > end) throw new CarInvalid("The CAR file is truncated.");
      if (to - from < length) await fill(length);
      const slice = buffer.subarray(from, from + length);
      from += length;
      position += length;
      return slice;
    },
  };
};
