import { randomUUID } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import type { Config } from "../../../config.ts";
import { traceHeaders } from "../../../kernel/observe/work.ts";
import { BlobDamaged, BlobMissing, type BlobStore } from "./blob-store.ts";

export interface S3Settings {
  /** URL of the service, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Larger blobs are sent in parts of this size. S3 accepts up to 5 GiB at once and 10,000 parts. */
  readonly partBytes?: number;
  /** Keys of the blobs start with it; "blobs/" by default. */
  readonly prefix?: string;
}

/** Returns the settings of the configured service; undefined if blobs are stored on disk. Throws if they are incomplete. */
export const s3SettingsOf = (config: Config): S3Settings | undefined => {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config;
  if (!endpoint) return undefined;
  if (bucket && accessKey && secretKey) return { endpoint, bucket, accessKey, secretKey };
  throw new Error("S3_ENDPOINT requires S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY.");
};

const TRASH_PREFIX = "trash/";
const OWNER_KEY = "instance";
/** Maximum size of one S3 copy request; larger blobs are copied in parts. */
const COPY_BYTES_MAX = 5 * 1024 * 1024 * 1024;
/** Accepted by every S3 service except AWS, whose region is read from the URL. */
const REGION = "us-east-1";
const RETRIES = 3;
const PART_BYTES = 512 * 1024 * 1024;

/** Adds the header of traces after signing: proxies may replace it. */
class TracedClient extends AwsClient {
  override async sign(...args: Parameters<AwsClient["sign"]>): Promise<Request> {
    const request = await super.sign(...args);
    for (const [name, value] of Object.entries(traceHeaders())) request.headers.set(name, value);
    return request;
  }
}

/** Stores blobs as objects of one bucket, with path-style URLs. */
export const s3Store = (settings: S3Settings): BlobStore => {
  const { endpoint, bucket, accessKey, secretKey, partBytes = PART_BYTES, prefix = "blobs/" } = settings;
  const client = new TracedClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: "s3",
    region: /\bs3[.-]([a-z]+-[a-z]+-\d)\.amazonaws\.com$/.exec(new URL(endpoint).hostname)?.[1] ?? REGION,
    retries: RETRIES,
  });
  const bucketUrl = `${endpoint.replace(/\/$/, "")}/${bucket}`;
  const urlOf = (id: string): string => `${bucketUrl}/${prefix}${id}`;
  const begunUrlOf = (instanceId: string): string => `${bucketUrl}/${OWNER_KEY}-${instanceId}`;
  const trashUrlOf = (id: string): string => `${bucketUrl}/${TRASH_PREFIX}${id}`;

  const put = async (url: string, body: Blob): Promise<void> => {
    const response = await client.fetch(url, { method: "PUT", body });
    await expectSuccess(response, "PUT");
    await response.body?.cancel();
  };
  const putInParts = (url: string, body: Blob): Promise<void> =>
    inParts(url, body.size, async (upload, start, end) => {
      const response = await client.fetch(upload, { method: "PUT", body: body.slice(start, end) });
      await expectSuccess(response, "PUT");
      await response.body?.cancel();
      return response.headers.get("etag") ?? "";
    });
  /** Creates a multipart object; `send` sends one part to a URL and returns its ETag. */
  const inParts = async (
    url: string,
    sizeBytes: number,
    send: (upload: string, start: number, end: number) => Promise<string>,
  ): Promise<void> => {
    const started = await client.fetch(`${url}?uploads`, { method: "POST" });
    await expectSuccess(started, "POST");
    const upload = `${url}?uploadId=${encodeURIComponent(element(await started.text(), "UploadId") ?? "")}`;
    try {
      const parts: string[] = [];
      for (let start = 0; start < sizeBytes; start += partBytes) {
        const number = parts.length + 1;
        const etag = await send(`${upload}&partNumber=${number}`, start, Math.min(start + partBytes, sizeBytes));
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`);
      }
      const list = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
      const done = await client.fetch(upload, { method: "POST", body: list });
      await expectSuccess(done, "POST");
      await expectDone(done, "complete the multipart upload");
    } catch (error) {
      const aborted = await client.fetch(upload, { method: "DELETE" }).catch(() => undefined);
      await aborted?.body?.cancel();
      throw error;
    }
  };
  const keep = async (stagingFile: string, id: string): Promise<void> => {
    const body = await openAsBlob(stagingFile);
    await (body.size > partBytes ? putInParts(urlOf(id), body) : put(urlOf(id), body));
  };
  const write = (bytes: Uint8Array, id: string): Promise<void> => put(urlOf(id), new Blob([new Uint8Array(bytes)]));
  const remove = async (id: string): Promise<void> => {
    await deleteObject(urlOf(id));
  };
  const deleteObject = async (url: string): Promise<void> => {
    const response = await client.fetch(url, { method: "DELETE" });
    if (response.status !== 404) await expectSuccess(response, "DELETE");
    await response.body?.cancel();
  };
  const sizeOf = async (url: string): Promise<number | undefined> => {
    const response = await client.fetch(url, { method: "HEAD" });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`The S3 server rejected a HEAD request with status ${response.status}.`);
    return Number(response.headers.get("content-length"));
  };
  /**
   * Copies, then deletes: S3 has no rename. A crash in between leaves both copies, and the next sweep deletes the
   * unneeded one.
   */
  const move = async (from: string, toUrl: string): Promise<boolean> => {
    const size = await sizeOf(`${bucketUrl}/${from}`);
    if (size === undefined) return false;
    const source = { "x-amz-copy-source": `/${bucket}/${from}` };
    if (size <= COPY_BYTES_MAX) {
      const response = await client.fetch(toUrl, { method: "PUT", headers: source });
      await expectSuccess(response, "COPY");
      await expectDone(response, "copy the blob");
    } else {
      await inParts(toUrl, size, async (upload, start, end) => {
        const headers = { ...source, "x-amz-copy-source-range": `bytes=${start}-${end - 1}` };
        const response = await client.fetch(upload, { method: "PUT", headers });
        await expectSuccess(response, "COPY");
        return element(await response.text(), "ETag") ?? "";
      });
    }
    await deleteObject(`${bucketUrl}/${from}`);
    return true;
  };
  async function* list(below: string): AsyncGenerator<{ readonly id: string; readonly modifiedAt: Date }> {
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ "list-type": "2", prefix: below });
      if (token) query.set("continuation-token", token);
      const response = await client.fetch(`${bucketUrl}?${query.toString()}`);
      await expectSuccess(response, "LIST");
      const page = await response.text();
      for (const [, content] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
        const key = element(content!, "Key") ?? "";
        yield { id: key.slice(below.length), modifiedAt: new Date(element(content!, "LastModified") ?? 0) };
      }
      token = element(page, "NextContinuationToken");
    } while (token);
  }
  /** Requests a blob from byte `start`, up to and with `end`. */
  const get = async (id: string, start: number, end?: number): Promise<Response> => {
    const isWhole = start === 0 && end === undefined;
    const response = await client.fetch(
      urlOf(id),
      isWhole ? {} : { headers: { range: `bytes=${start}-${end ?? ""}` } },
    );
    // 416: the blob ends before the range starts.
    if (response.status === 404 || response.status === 416) {
      await response.body?.cancel();
      throw new BlobMissing(id);
    }
    await expectSuccess(response, "GET");
    // A server that ignores the range sends the whole object.
    if (!isWhole && response.status !== 206)
      throw new Error(`The S3 server ignored the requested range: status ${response.status}.`);
    return response;
  };
  /** The bytes of a response to `get`. When its connection closes early, the rest is requested again: blobs don't change. */
  async function* received(response: Response, id: string, start: number, end?: number): AsyncGenerator<Uint8Array> {
    let reader = readerOf(response);
    let failures = 0;
    try {
      for (let at = start; ;) {
        const piece = await reader.read().catch((error: Error) => error);
        if (piece instanceof Error) {
          if (end !== undefined && at > end) return;
          if (++failures > RETRIES) throw piece;
          const rest = await get(id, at, end);
          reader = readerOf(rest);
          if (rest.headers.get("etag") !== response.headers.get("etag")) throw piece;
        } else if (piece.value) {
          failures = 0;
          at += piece.value.length;
          yield piece.value;
        } else return;
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }
  const stream: BlobStore["stream"] = async (id, { start, end }) => {
    const response = await get(id, start, end);
    const sentRange = response.headers.get("content-range") ?? "";
    if (!sentRange.startsWith(`bytes ${start}-${end}/`)) {
      await response.body?.cancel();
      throw new BlobDamaged(id, `bytes ${start}-${end} were requested, but the S3 server sent "${sentRange}"`);
    }
    const sent = Readable.from(received(response, id, start, end), { objectMode: false });
    // A generator that never began does not end its response.
    return sent.once("close", () => void response.body?.cancel().catch(() => undefined));
  };

  return {
    stream,
    remove,
    label: `the bucket ${bucket} at ${endpoint}`,
    async owner() {
      const response = await client.fetch(`${bucketUrl}/${OWNER_KEY}`);
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      await expectSuccess(response, "GET");
      return (await response.text()).trim();
    },
    async claim(instanceId) {
      await put(`${bucketUrl}/${OWNER_KEY}`, new Blob([instanceId]));
      await deleteObject(begunUrlOf(instanceId));
    },
    begin: (instanceId) => put(begunUrlOf(instanceId), new Blob([instanceId])),
    hasBegun: async (instanceId) => (await sizeOf(begunUrlOf(instanceId))) !== undefined,
    keep,
    write,
    // S3 replaces objects atomically.
    replace: keep,
    size: (id) => sizeOf(urlOf(id)),
    async pour(id, range, take) {
      for await (const chunk of await stream(id, range)) await take(chunk as Uint8Array);
    },
    async bytes(id, { start, end }, into = new Uint8Array(end - start + 1)) {
      let length = 0;
      for await (const piece of received(await get(id, start, end), id, start, end)) {
        into.set(piece, length);
        length += piece.length;
      }
      return into.subarray(0, length);
    },
    async copyTo(id, path) {
      await pipeline(received(await get(id, 0), id, 0), createWriteStream(path));
    },
    async *all() {
      for await (const { id, modifiedAt } of list(prefix)) yield { id, writtenAt: modifiedAt };
    },
    async discard(id) {
      await move(`${prefix}${id}`, trashUrlOf(id));
    },
    recover: (id) => move(`${TRASH_PREFIX}${id}`, urlOf(id)),
    async *trash() {
      for await (const { id, modifiedAt } of list(TRASH_PREFIX)) yield { id, discardedAt: modifiedAt };
    },
    purge: (id) => deleteObject(trashUrlOf(id)),
    async ping() {
      const id = `ping-${randomUUID()}`;
      await put(urlOf(id), new Blob(["ping"]));
      await remove(id);
    },
  };
};

const readerOf = ({ body }: Response) => (body as ReadableStream<Uint8Array>).getReader();

const expectSuccess = async (response: Response, operation: string): Promise<void> => {
  if (response.ok) return;
  const code = element(await response.text(), "Code") ?? "no reason given";
  throw new Error(`The S3 server rejected a ${operation} request: ${response.status}, ${code}.`);
};

/** S3 may send the status before the work is done, so an error can follow a success status. */
const expectDone = async (response: Response, operation: string): Promise<void> => {
  const code = element(await response.text(), "Code");
  if (code) throw new Error(`The S3 server failed to ${operation}: ${code}.`);
};

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(/&(lt|gt|amp|quot|apos);/g, (_, entity: string) => entities[entity]!);
