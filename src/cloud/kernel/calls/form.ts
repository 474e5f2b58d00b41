/** Parses form bodies: multipart (RFC 7578) with or without files, and URL-encoded. */
import type { IncomingHttpHeaders } from "node:http";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyEvents, type BusboyInstance } from "@fastify/busboy";
import { AppError } from "../app-error.ts";

const limits = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 20 };

export interface FormOptions {
  /** Size limit of the whole body. */
  readonly bytesMax: number;
  /** Receives a file; must read the stream to its end, or reject. Without it, files are not allowed. */
  readonly onFile?: (field: string, content: Readable, name: string) => Promise<void>;
  /** Default: 1. */
  readonly filesMax?: number;
  /** A part of this name is a file even without a file name (RFC 7578 §4.2). */
  readonly fileField?: string;
}

/** Reads the form's fields. Rejects with BODY_INVALID, PAYLOAD_TOO_LARGE, the error of `onFile`, or a stream error. */
export const readForm = async (
  stream: Readable,
  headers: IncomingHttpHeaders,
  { bytesMax, onFile, filesMax = 1, fileField }: FormOptions,
): Promise<Record<string, string>> => {
  const busboy = parserFor(headers, filesMax, fileField);
  const stop = new AbortController();
  const refuse = (error: unknown): void => stop.abort(error);
  const fields: Record<string, string> = {};
  const files: Readable[] = [];
  const filed: Promise<void>[] = [];

  const onField: BusboyEvents["field"] = (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut || name === "__proto__") refuse(new AppError("BODY_INVALID"));
    fields[name] = value;
  };
  const takeFile: BusboyEvents["file"] = (field, content, name) => {
    // Readers receive the error too; without a reader it must not crash the process.
    content.on("error", () => undefined);
    if (!onFile || files.length === filesMax) return refuse(new AppError("BODY_INVALID"));
    files.push(content);
    const filing = onFile(field, content, name);
    filed.push(filing);
    filing.catch(refuse);
  };
  busboy.on("field", onField).on("file", takeFile);
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
    busboy.on(limit, () => refuse(new AppError("BODY_INVALID")));

  try {
    await pipeline(stream, atMost(bytesMax), busboy, { signal: stop.signal });
    await Promise.all(filed);
    return fields;
  } catch (error) {
    const cause = stop.signal.aborted ? (stop.signal.reason as Error) : (error as Error);
    for (const file of files) file.destroy(cause);
    // The file's consumer has released it before the error is reported.
    await Promise.allSettled(filed);
    throw readable(cause);
  }
};

const parserFor = (headers: IncomingHttpHeaders, filesMax: number, fileField: string | undefined): BusboyInstance => {
  try {
    const headersWithType = { ...headers, "content-type": headers["content-type"] ?? "" };
    return new Busboy({
      headers: headersWithType,
      // By default, a field of the type application/octet-stream counts as a file.
      isPartAFile: (field, _type, fileName) =>
        fileName !== undefined || (fileField !== undefined && field === fileField),
      limits: { ...limits, files: filesMax, parts: limits.fields + filesMax },
    });
  } catch {
    throw new AppError("BODY_INVALID");
  }
};

/** Parser errors are client errors; connection and disk errors are not. */
const readable = (cause: Error): Error =>
  cause instanceof AppError || "code" in cause || "syscall" in cause ? cause : new AppError("BODY_INVALID");

const atMost = (bytesMax: number): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) done(new AppError("PAYLOAD_TOO_LARGE"));
      else done(null, chunk);
    },
  });
};
