/** A browser's form upload: its fields, and its file as a stream. */
import type { IncomingMessage } from "node:http";
import { Transform, type Readable } from "node:stream";
import busboy from "@fastify/busboy";
import { putBytesMax } from "../../../../resources/bucket/limits.ts";
import { S3Error } from "./errors.ts";

export interface Form {
  /** Fields before the file, by lowercase name. */
  readonly fields: ReadonlyMap<string, string>;
  readonly file: Readable;
  readonly fileName: string;
  /** Settles once the whole form has been read. */
  readonly finished: Promise<void>;
  /** Discards the rest of the form. */
  abandon(): void;
}

const fieldBytesMax = 20 * 1024;
const fieldsMax = 100;

/** Reads a form. Throws MalformedPOSTRequest. `moved` counts the bytes. */
export const readForm = (request: IncomingMessage, moved: { received: number }): Promise<Form> =>
  new Promise((resolve, reject) => {
    const refuse = (): void => reject(new S3Error("MalformedPOSTRequest"));
    const parser = parserFor(request);
    if (!parser) return refuse();
    const fields = new Map<string, string>();
    let finish: () => void;
    let fail: (error: Error) => void;
    const finished = new Promise<void>((done, failed) => ([finish, fail] = [done, failed]));
    // Awaiting callers get the error; others can ignore it.
    finished.catch(() => undefined);
    const broken = (error: Error): void => {
      fail(error);
      reject(error);
    };
    parser.on("field", (name, value) => void fields.set(name.toLowerCase(), value));
    parser.on("file", (name, file, fileName) => {
      if (name !== "file") {
        file.resume();
        return refuse();
      }
      file.once("error", broken);
      const abandon = (): void => void file.resume();
      resolve({ fields, file, fileName: fileName ?? "", finished, abandon });
    });
    parser.once("error", () => broken(new S3Error("MalformedPOSTRequest")));
    parser.once("finish", () => {
      finish();
      refuse();
    });
    const counter = new Transform({
      transform(piece: Buffer, _encoding, done) {
        moved.received += piece.length;
        done(null, piece);
      },
    });
    request.once("error", broken);
    request.once("aborted", () => broken(new S3Error("IncompleteBody")));
    request.pipe(counter).pipe(parser);
  });

const parserFor = (request: IncomingMessage) => {
  try {
    return busboy({
      headers: request.headers as { "content-type": string },
      limits: { fieldSize: fieldBytesMax, fields: fieldsMax, files: 1, fileSize: putBytesMax, parts: fieldsMax + 1 },
    });
  } catch {
    return undefined;
  }
};
