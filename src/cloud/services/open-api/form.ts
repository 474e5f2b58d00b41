/** Reads forms as they come over the wire: RFC 7578 multipart with or without files, and URL-encoded ones. */
import type { IncomingHttpHeaders } from "node:http";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyEvents, type BusboyInstance } from "@fastify/busboy";
import { AppError } from "../../app-error.ts";

const limits = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 20, files: 1, parts: 21 };

export interface FormOptions {
  /** Of the whole body. */
  readonly bytesMax: number;
  /** Takes the form's one file; it must read the stream to its end, or reject. Without it a form has no files. */
  readonly onFile?: (field: string, content: Readable) => Promise<void>;
}

/** The form's fields. Rejects with BODY_INVALID, PAYLOAD_TOO_LARGE, what `onFile` rejects with, or what broke the stream. */
export const readForm = async (
  stream: Readable,
  headers: IncomingHttpHeaders,
  { bytesMax, onFile }: FormOptions,
): Promise<Record<string, string>> => {
  const busboy = parserFor(headers);
  const stop = new AbortController();
  const refuse = (error: unknown): void => stop.abort(error);
  const fields: Record<string, string> = {};
  let file: Readable | undefined;
  let filed: Promise<void> | undefined;

  const onField: BusboyEvents["field"] = (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut || name === "__proto__") refuse(new AppError("BODY_INVALID"));
    fields[name] = value;
  };
  const takeFile: BusboyEvents["file"] = (name, content) => {
    // Whoever reads it hears of an error too; while nobody does, it must not end the process.
    content.on("error", () => undefined);
    if (!onFile || filed) return refuse(new AppError("BODY_INVALID"));
    file = content;
    filed = onFile(name, content);
    filed.catch(refuse);
  };
  busboy.on("field", onField).on("file", takeFile);
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
    busboy.on(limit, () => refuse(new AppError("BODY_INVALID")));

  try {
    await pipeline(stream, atMost(bytesMax), busboy, { signal: stop.signal });
    await filed;
    return fields;
  } catch (error) {
    const cause = stop.signal.aborted ? (stop.signal.reason as Error) : (error as Error);
    file?.destroy(cause);
    // Whoever takes the file has let it go before the error is told.
    await filed?.catch(() => undefined);
    throw readable(cause);
  }
};

const parserFor = (headers: IncomingHttpHeaders): BusboyInstance => {
  try {
    return new Busboy({ headers: { ...headers, "content-type": headers["content-type"] ?? "" }, limits });
  } catch {
    throw new AppError("BODY_INVALID");
  }
};

/** What the parser cannot make sense of is the body's fault; a broken connection or disk is not. */
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
