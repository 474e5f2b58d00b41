/** Compresses files in zlib's threads, a few at a time. Results are cached in memory by CID and coding. */
import { Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { Blocks, EntryStat } from "../../../engines/blocks/blocks.ts";
import { createCache } from "../../../engines/blocks/store/cache.ts";
import type { Coding } from "./encodings.ts";

/** Smaller files would save less than a packet. */
export const COMPRESSED_FROM_BYTES = 1024;
/** Larger files are compressed for each response, while they are sent. */
export const CACHED_BYTES_MAX = 4 * 1024 * 1024;

const CACHE_BYTES = 64 * 1024 * 1024;
/** Node's four threads also read files, so two are reserved for that. */
const RUNNING_MAX = 2;
const WAITING_MAX = 64;
const STREAMS_MAX = 4;
/** Results above this fraction of the original size are discarded. */
const RATIO_MAX = 0.95;
/** Near the best size at a tenth of the time. */
const BROTLI_QUALITY = 5;
const BROTLI_STREAM_QUALITY = 4;
const GZIP_LEVEL = 6;

const byBrotli = promisify(brotliCompress);
const byGzip = promisify(gzip);

export type Compressor = ReturnType<typeof createCompressor>;

export const createCompressor = (blocks: Pick<Blocks, "read">) => {
  const cache = createCache<{ readonly bytes?: Uint8Array }>(CACHE_BYTES, ({ bytes }) => 200 + (bytes?.length ?? 0));
  const waiting: (() => void)[] = [];
  let running = 0;
  let streams = 0;

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= RUNNING_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };

  const compress = ({ cid, sizeBytes }: EntryStat, coding: Coding): Promise<{ readonly bytes?: Uint8Array }> =>
    inTurn(async () => {
      const bytes = await compressors[coding](await buffer(await blocks.read(cid)));
      return bytes.length <= sizeBytes * RATIO_MAX ? { bytes } : {};
    });

  return {
    /**
     * Returns the compressed bytes of a file up to `CACHED_BYTES_MAX`; undefined if it hardly gets smaller, or the queue
     * is full.
     */
    async whole(file: EntryStat, coding: Coding): Promise<Uint8Array | undefined> {
      const key = `${file.cid.toString()}.${coding}`;
      const cached = cache.peek(key);
      if (cached) return cached.bytes;
      if (waiting.length >= WAITING_MAX) return undefined;
      return (await cache.get(key, () => compress(file, coding)))?.bytes;
    },
    /** Creates a compression stream, which must end or be destroyed; undefined if too many are open. */
    stream(coding: Coding): Transform | undefined {
      if (streams >= STREAMS_MAX) return undefined;
      streams++;
      return streamers[coding]().once("close", () => streams--);
    },
  };
};

const brotliOptions = (quality: number, sizeHint: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: sizeHint },
});

const compressors: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => byBrotli(bytes, brotliOptions(BROTLI_QUALITY, bytes.length)),
  gzip: (bytes) => byGzip(bytes, { level: GZIP_LEVEL }),
};

const streamers: Readonly<Record<Coding, () => Transform>> = {
  br: () => createBrotliCompress(brotliOptions(BROTLI_STREAM_QUALITY, 0)),
  gzip: () => createGzip({ level: GZIP_LEVEL }),
};
