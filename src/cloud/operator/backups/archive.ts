/** Many files in one stream: for each a header in JSON, then its content in pieces, each after its length in four bytes. */
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

interface Header {
  /** Relative, "/"-separated. */
  readonly path: string;
  readonly kind: "file" | "folder";
  readonly mode: number;
}

export interface Entry extends Header {
  /** Must be read before the next entry. */
  readonly content: AsyncIterable<Buffer>;
}

/** Takes the files of a copy. */
export interface FileSink {
  folder(path: string): Promise<void>;
  /** Copies a file; ignores a missing one. */
  file(source: string, path: string): Promise<void>;
  write(path: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
}

/** Returns the stream of the files that `fill` adds. */
export const archiveOf = (fill: (sink: FileSink) => Promise<void>): AsyncIterable<Uint8Array> => {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  const send = async (bytes: Uint8Array): Promise<void> => {
    if (stream.destroyed) throw stream.errored ?? new Error("The archive was closed.");
    if (!stream.write(bytes))
      await new Promise<void>((resolve) => void (stream.once("drain", resolve), stream.once("close", resolve)));
  };
  const sendPiece = async (bytes: Uint8Array): Promise<void> => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    await send(length);
    if (bytes.length > 0) await send(bytes);
  };
  const add = async (header: Header, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> => {
    await sendPiece(Buffer.from(JSON.stringify(header)));
    for await (const chunk of content) if (chunk.length > 0) await sendPiece(chunk);
    await sendPiece(Buffer.alloc(0));
  };
  const sink: FileSink = {
    folder: (path) => add({ path, kind: "folder", mode: 0o700 }, []),
    write: (path, content) => add({ path, kind: "file", mode: 0o600 }, content),
    async file(source, path) {
      const found = await stat(source).catch(ignoreMissing);
      if (!found) return;
      // A file may grow meanwhile: what it had at first belongs to the copy.
      const content = found.size === 0 ? [] : createReadStream(source, { end: found.size - 1 });
      try {
        await add({ path, kind: "file", mode: found.mode & 0o777 }, content);
      } catch (error) {
        // Deleted before it was opened: the header is already written, so an empty file remains.
        ignoreMissing(error as NodeJS.ErrnoException);
        await sendPiece(Buffer.alloc(0));
      }
    },
  };
  void fill(sink).then(
    () => stream.end(),
    (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return stream;
};

/** Reads an archive, entry by entry. */
export async function* entriesOf(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const take = reader(archive);
  for (;;) {
    const header = await take();
    if (!header) return;
    let isRead = false;
    const content = async function* (): AsyncGenerator<Buffer> {
      for (;;) {
        const piece = await take();
        if (!piece) throw new Error("The archive ends within a file.");
        if (piece.length === 0) break;
        yield piece;
      }
      isRead = true;
    };
    const entry = { ...(JSON.parse(header.toString()) as Header), content: content() };
    yield entry;
    if (!isRead) for await (const _ of entry.content);
  }
}

/** Writes an entry below a folder. */
export const extract = async (folder: string, { path, kind, mode, content }: Entry): Promise<void> => {
  if (normalize(path) !== path || path.startsWith("..") || path.startsWith("/"))
    throw new Error(`The backup contains an invalid path: ${path}.`);
  const target = join(folder, path);
  await mkdir(kind === "folder" ? target : dirname(target), { recursive: true, mode: 0o700 });
  if (kind === "folder") return;
  await pipeline(Readable.from(content), createWriteStream(target, { mode }));
  await chmod(target, mode);
};

/** Returns a function that takes the next piece; undefined at the end. */
const reader = (source: AsyncIterable<Uint8Array>): (() => Promise<Buffer | undefined>) => {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let heldBytes = 0;
  const bytes = async (count: number): Promise<Buffer | undefined> => {
    while (heldBytes < count) {
      const next = await chunks.next();
      if (next.done) {
        if (heldBytes === 0) return undefined;
        throw new Error("The archive is incomplete.");
      }
      held.push(Buffer.from(next.value));
      heldBytes += next.value.length;
    }
    const all = Buffer.concat(held);
    held = [all.subarray(count)];
    heldBytes = all.length - count;
    return all.subarray(0, count);
  };
  return async () => {
    const length = await bytes(4);
    if (!length) return undefined;
    const count = length.readUInt32BE();
    const piece = count === 0 ? Buffer.alloc(0) : await bytes(count);
    if (!piece) throw new Error("The archive is incomplete.");
    return piece;
  };
};

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
