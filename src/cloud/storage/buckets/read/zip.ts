/**
 * Streams a ZIP archive; only the list of its files is kept in memory. Sizes and checksums follow each file (bit 3). Bytes
 * are in uncompressed DEFLATE blocks, which mark their own end, so streaming readers can unpack the archive too. Follows
 * APPNOTE 6.3, with 64-bit fields where needed.
 */
import { crc32 } from "node:zlib";

export interface ZipEntry {
  /** "/"-separated. Folders end with a slash. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
  bytes(): AsyncIterable<Uint8Array>;
}

const max32 = 0xffff_ffff;
const max16 = 0xffff;
const blockBytesMax = 0xffff;
const blockHeaderBytes = 5;
/** Sizes follow the data (bit 3); names are UTF-8 (bit 11). */
const flags = 0x0808;
const deflate = 8;
const versions = { plain: 20, long: 45 };
/** Created on Unix: files have mode 0644, folders 0755. */
const madeBy = 3 << 8;
const fileMode = 0o100_644;
const folderMode = 0o040_755;

export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const central: Buffer[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const name = Buffer.from(entry.path);
    const packedBytes = packedBytesOf(entry.sizeBytes);
    const isLong = packedBytes >= max32;
    const version = isLong ? versions.long : versions.plain;
    const time = dosTimeOf(entry.modifiedAt);
    const extra = isLong ? fields([2, 1], [2, 16], [8, 0], [8, 0]) : Buffer.alloc(0);
    const unknown = isLong ? max32 : 0;
    const start = offset;
    const head = fields(
      [4, 0x04034b50],
      [2, version],
      [2, flags],
      [2, deflate],
      [4, time],
      [4, 0],
      [4, unknown],
      [4, unknown],
      [2, name.length],
      [2, extra.length],
    );
    yield Buffer.concat([head, name, extra]);
    let crc = 0;
    for await (const piece of inBlocks(entry)) {
      crc = crc32(piece.bytes, crc);
      yield piece.header;
      yield piece.bytes;
    }
    const size = isLong ? 8 : 4;
    yield fields([4, 0x08074b50], [4, crc], [size, packedBytes], [size, entry.sizeBytes]);
    offset += head.length + name.length + extra.length + packedBytes + 8 + 2 * size;
    central.push(centralOf({ name, time, crc, packedBytes, sizeBytes: entry.sizeBytes, start }));
  }
  const centralBytes = central.reduce((sum, { length }) => sum + length, 0);
  for (const record of central) yield record;
  yield endOf(central.length, centralBytes, offset);
}

/** Returns the packed size. An empty file has one block. */
const packedBytesOf = (sizeBytes: number): number =>
  sizeBytes + blockHeaderBytes * Math.max(1, Math.ceil(sizeBytes / blockBytesMax));

interface Block {
  readonly header: Buffer;
  readonly bytes: Uint8Array;
}

/**
 * DEFLATE's uncompressed blocks (RFC 1951, 3.2.4), all full except the last. Throws if the number of bytes differs from
 * the declared size.
 */
async function* inBlocks({ sizeBytes, bytes }: ZipEntry): AsyncGenerator<Block> {
  let left = sizeBytes;
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;
  const block = (): Block => {
    const whole = buffered.length === 1 ? buffered[0]! : Buffer.concat(buffered, bufferedBytes);
    left -= whole.length;
    [buffered, bufferedBytes] = [[], 0];
    return { header: fields([1, left === 0 ? 1 : 0], [2, whole.length], [2, whole.length ^ max16]), bytes: whole };
  };
  for await (const piece of bytes()) {
    for (let at = 0; at < piece.length;) {
      const chunk = piece.subarray(at, at + blockBytesMax - bufferedBytes);
      buffered.push(chunk);
      bufferedBytes += chunk.length;
      at += chunk.length;
      if (bufferedBytes === blockBytesMax) yield block();
    }
  }
  if (bufferedBytes > 0 || sizeBytes === 0) yield block();
  if (left !== 0) throw new Error("A file in the archive does not have the declared size.");
}

interface Written {
  readonly name: Buffer;
  readonly time: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly start: number;
}

const centralOf = ({ name, time, crc, packedBytes, sizeBytes, start }: Written): Buffer => {
  const long = [sizeBytes, packedBytes, start].filter((value) => value >= max32);
  const extra =
    long.length > 0
      ? fields([2, 1], [2, long.length * 8], ...long.map((value) => [8, value] as const))
      : Buffer.alloc(0);
  const version = long.length > 0 ? versions.long : versions.plain;
  const mode = (name.at(-1) === 0x2f ? folderMode : fileMode) * 0x1_0000;
  const head = fields(
    [4, 0x02014b50],
    [2, madeBy | version],
    [2, version],
    [2, flags],
    [2, deflate],
    [4, time],
    [4, crc],
    [4, short(packedBytes)],
    [4, short(sizeBytes)],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, mode],
    [4, short(start)],
  );
  return Buffer.concat([head, name, extra]);
};

const short = (value: number): number => Math.min(value, max32);

const endOf = (count: number, centralBytes: number, start: number): Buffer => {
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, max16)],
    [2, Math.min(count, max16)],
    [4, short(centralBytes)],
    [4, short(start)],
    [2, 0],
  );
  if (count < max16 && centralBytes < max32 && start < max32) return end;
  const long = fields(
    [4, 0x06064b50],
    [8, 44],
    [2, madeBy | versions.long],
    [2, versions.long],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, centralBytes],
    [8, start],
  );
  const locator = fields([4, 0x07064b50], [4, 0], [8, start + centralBytes], [4, 1]);
  return Buffer.concat([long, locator, end]);
};

/** Encodes numbers in little-endian order, each with a given number of bytes. */
const fields = (...numbers: readonly (readonly [bytes: 1 | 2 | 4 | 8, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(numbers.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of numbers) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
};

const firstYear = 1980;
const lastYear = 2107;

/** Converts a date to MS-DOS format: UTC, with a precision of two seconds. */
const dosTimeOf = (moment: Date): number => {
  const year = Math.min(Math.max(moment.getUTCFullYear(), firstYear), lastYear) - firstYear;
  const date = (year << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  return date * 0x1_0000 + time;
};
