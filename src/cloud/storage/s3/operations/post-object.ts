/** POST Object: a browser's form upload with a signed policy. */
import { Readable, Transform } from "node:stream";
import { allows } from "../access.ts";
import { addressOf, sendEmpty, sendXml } from "../answer.ts";
import { attributesIn, tagsInXml } from "../attributes.ts";
import { askForBody, checksumsIn } from "../body.ts";
import { checkHeaders } from "../check-request.ts";
import { quoted } from "../conditions.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { checkForm } from "../signature/post-policy.ts";
import { validateKey } from "../request-target.ts";
import { lockIn } from "./lock.ts";
import { versionHeaders } from "../require-object.ts";
import type { Received, StoredObject } from "../../buckets/service.ts";
import type { IncomingMessage } from "node:http";
import busboy from "@fastify/busboy";
import { putBytesMax } from "../../../../../resources/storage/limits.ts";

export const postObject = async (exchange: BucketExchange): Promise<void> => {
  const { bucket, buckets, traffic, moved, request } = exchange;
  askForBody(exchange);
  const form = await readForm(request, moved);
  try {
    const key = (form.fields.get("key") ?? "").replaceAll("${filename}", () => form.fileName);
    validateKey(key);
    const {
      key: signer,
      maxBytes,
      minBytes,
    } = await checkForm(form.fields, { bucketName: bucket.name, key }, exchange.keys);
    if (!allows(signer, bucket, "write", key)) throw new S3Error("AccessDenied");
    const headers = headersIn(form);
    checkHeaders("PostObject", headers, bucket.teamId);
    const attributes = { ...attributesIn(headers), ...tagsIn(form) };
    const expected = checksumsIn(Object.fromEntries(form.fields));
    await traffic.ask(bucket, 0);
    const arrived = await buckets.receive(limited(form.file, maxBytes), {
      teamId: bucket.teamId,
      checksums: [...expected.keys()],
    });
    const object = await discardOnError(arrived, async () => {
      if (arrived.sizeBytes < minBytes) throw new S3Error("EntityTooSmall");
      for (const [algorithm, value] of expected)
        if (arrived.checksums[algorithm] !== value) throw new S3Error("BadDigest");
      await form.finished;
      return buckets.put(bucket, key, arrived, attributes, undefined, lockIn(headers, bucket));
    });
    answer(exchange, form, object);
  } finally {
    form.abandon();
  }
};

const discardOnError = async <T>(arrived: Received, use: () => Promise<T>): Promise<T> => {
  try {
    return await use();
  } catch (error) {
    await arrived.discard();
    throw error;
  }
};

const answer = (exchange: BucketExchange, { fields }: Form, object: StoredObject): void => {
  const { bucket } = exchange;
  const etag = quoted(object.etag);
  const version = versionHeaders(bucket, object);
  const location = addressOf(exchange, object.key);
  const redirect = fields.get("success_action_redirect") ?? fields.get("redirect");
  if (redirect !== undefined && URL.canParse(redirect) && /^https?:/i.test(redirect)) {
    const to = new URL(redirect);
    for (const [name, value] of Object.entries({ bucket: bucket.name, key: object.key, etag }))
      to.searchParams.set(name, value);
    return sendEmpty(exchange, 303, { location: to.href, etag, ...version });
  }
  const status = fields.get("success_action_status");
  if (status === "201") {
    const content = { Location: location, Bucket: bucket.name, Key: object.key, ETag: etag };
    return sendXml(exchange, "PostResponse", content, { status: 201, headers: { location, etag, ...version } });
  }
  sendEmpty(exchange, status === "200" ? 200 : 204, { location, etag, ...version });
};

/**
 * Converts form fields to headers. Fields have the same names, except for the ACL, and are UTF-8 instead of Latin-1.
 */
const headersIn = ({ fields }: Form): Record<string, string> =>
  Object.fromEntries(
    [...fields]
      .filter(([name]) => !ofForm.has(name))
      .map(([name, value]) => [name === "acl" ? "x-amz-acl" : name, Buffer.from(value).toString("latin1")]),
  );

/** Fields of the signature. */
const ofForm: ReadonlySet<string> = new Set(["x-amz-algorithm", "x-amz-credential", "x-amz-signature"]);

/** Parses tags, which are XML in a form. */
const tagsIn = ({ fields }: Form) => {
  const tagging = fields.get("tagging");
  if (tagging === undefined) return {};
  // What was no UTF-8 has been replaced by this character.
  if (tagging.includes("\ufffd")) throw new S3Error("MalformedXML");
  return { tags: tagsInXml(Buffer.from(tagging)) };
};

async function* limited(file: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of file as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new S3Error("EntityTooLarge");
    yield piece;
  }
}

interface Form {
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

/**
 * Reads a browser's form upload: its fields, and its file as a stream. Throws MalformedPOSTRequest. `moved` counts
 * the bytes.
 */
const readForm = (request: IncomingMessage, moved: { received: number }): Promise<Form> =>
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
    parser.on("file", (_name, file, fileName) => {
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
      // The part's name decides, as in S3: a file may come without a file name, and a field with one.
      isPartAFile: (name) => name === "file",
      limits: { fieldSize: fieldBytesMax, fields: fieldsMax, files: 1, fileSize: putBytesMax, parts: fieldsMax + 1 },
    });
  } catch {
    return undefined;
  }
};
