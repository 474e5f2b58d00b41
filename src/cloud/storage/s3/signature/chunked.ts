/** Decodes aws-chunked bodies: chunks with sizes and optional signatures, followed by checksums. */
import { createHash, type Hash } from "node:crypto";
import { S3Error } from "../errors.ts";
import { hmac, isSame, sha256Hex } from "./signing.ts";

export interface ChunkSigning {
  readonly key: Buffer;
  readonly scope: string;
  readonly amzDate: string;
  /** The request's signature, which precedes the first chunk's. */
  readonly seed: string;
}

export interface ChunkedOptions {
  /** undefined for unsigned chunks. */
  readonly signing: ChunkSigning | undefined;
  readonly hasTrailer: boolean;
  /** Called with the headers after the last chunk, by lowercase name. */
  onTrailer(headers: ReadonlyMap<string, string>): void;
}

type State = "size" | "data" | "after" | "trailer" | "end";

const lineMax = 4096;
const trailerLinesMax = 20;
const lineFeed = 10;
const emptyHash = sha256Hex("");

/**
 * Yields the content. Throws IncompleteBody, InvalidRequest or SignatureDoesNotMatch. A chunk is verified at its end.
 */
export async function* decodeChunks(
  body: AsyncIterable<Uint8Array>,
  { signing, hasTrailer, onTrailer }: ChunkedOptions,
): AsyncGenerator<Uint8Array> {
  const check = signing && createChecker(signing);
  const trailer = new Map<string, string>();
  const trailerLines: string[] = [];
  let state = "size" as State;
  let left = 0;
  let line = "";

  const takeLine = (text: string): void => {
    if (state === "after") {
      if (text !== "") throw new S3Error("InvalidRequest", "A chunk is longer than its declared size.");
      state = "size";
    } else if (state === "size") {
      const chunk = chunkOf(text);
      left = chunk.sizeBytes;
      check?.begin(chunk.signature);
      state = left > 0 ? "data" : "trailer";
      if (left === 0) check?.end();
    } else if (text !== "") {
      if (trailerLines.push(text) > trailerLinesMax) throw new S3Error("InvalidRequest", "The trailer is too long.");
    } else {
      state = "end";
    }
  };

  for await (const piece of body) {
    let at = 0;
    while (at < piece.length) {
      if (state === "data") {
        const data = piece.subarray(at, at + left);
        at += data.length;
        left -= data.length;
        check?.update(data);
        yield data;
        if (left > 0) continue;
        check?.end();
        state = "after";
        continue;
      }
      const end = piece.indexOf(lineFeed, at);
      line += Buffer.from(piece.buffer, piece.byteOffset + at, (end < 0 ? piece.length : end) - at).toString("latin1");
      if (line.length > lineMax) throw new S3Error("InvalidRequest", "A line of the chunked body is too long.");
      at = end < 0 ? piece.length : end + 1;
      if (end < 0) break;
      const text = line.endsWith("\r") ? line.slice(0, -1) : line;
      line = "";
      takeLine(text);
    }
  }
  if (state !== "trailer" && state !== "end") throw new S3Error("IncompleteBody");
  readTrailer(trailerLines, trailer);
  if (hasTrailer) check?.trailer(trailer, trailerLines);
  onTrailer(trailer);
}

/** Parses "<hex>;chunk-signature=<hex>". */
const chunkOf = (line: string): { sizeBytes: number; signature: string } => {
  const [, size, signature = ""] = /^([\da-f]{1,12})(?:;chunk-signature=([\da-f]{64}))?$/i.exec(line.trim()) ?? [];
  if (size === undefined) throw new S3Error("InvalidRequest", "A chunk of the body has an invalid size.");
  return { sizeBytes: Number.parseInt(size, 16), signature };
};

const readTrailer = (lines: readonly string[], into: Map<string, string>): void => {
  for (const line of lines) {
    const at = line.indexOf(":");
    if (at > 0) into.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
};

const createChecker = ({ key, scope, amzDate, seed }: ChunkSigning) => {
  let previous = seed;
  let chunkSignature = "";
  let hash: Hash;
  const compare = (expected: string, signature: string): void => {
    if (!isSame(expected, signature))
      throw new S3Error("SignatureDoesNotMatch", "The signature of a chunk does not match.");
    previous = expected;
  };
  const signed = (...lines: string[]): string => hmac(key, lines.join("\n")).toString("hex");
  return {
    begin(signature: string): void {
      chunkSignature = signature;
      hash = createHash("sha256");
    },
    update: (bytes: Uint8Array): void => void hash.update(bytes),
    end(): void {
      compare(
        signed("AWS4-HMAC-SHA256-PAYLOAD", amzDate, scope, previous, emptyHash, hash.digest("hex")),
        chunkSignature,
      );
    },
    /** Verifies the trailer: the headers as sent, each with a line feed, without the signature. */
    trailer(headers: ReadonlyMap<string, string>, lines: readonly string[]): void {
      const text = lines
        .filter((line) => !line.toLowerCase().startsWith("x-amz-trailer-signature:"))
        .map(
          (line) =>
            `${line.slice(0, line.indexOf(":")).trim().toLowerCase()}:${line.slice(line.indexOf(":") + 1).trim()}\n`,
        )
        .join("");
      const signature = headers.get("x-amz-trailer-signature") ?? "";
      compare(signed("AWS4-HMAC-SHA256-TRAILER", amzDate, scope, previous, sha256Hex(text)), signature);
    },
  };
};
