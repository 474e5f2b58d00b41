import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import { BlobMissing, type BlobStore, type ByteRange } from "./blob-store.ts";

export interface S3Settings {
  /** Address of the service, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Blobs that are larger are sent in parts of this size; S3 takes up to 5 GiB at once, and 10,000 parts. */
  readonly partBytes?: number;
}

const PREFIX = "blobs/";
/** What every S3 but Amazon's own takes; Amazon's is read from its address. */
const REGION = "us-east-1";
const RETRIES = 3;
const PART_BYTES = 512 * 1024 * 1024;

/** Blobs as objects of one bucket, by path-style addresses. */
export const s3Store = (settings: S3Settings): BlobStore => {
  const { endpoint, bucket, accessKey, secretKey, partBytes = PART_BYTES } = settings;
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: "s3",
    region: /\bs3[.-]([a-z]+-[a-z]+-\d)\.amazonaws\.com$/.exec(new URL(endpoint).hostname)?.[1] ?? REGION,
    retries: RETRIES,
  });
  const bucketUrl = `${endpoint.replace(/\/$/, "")}/${bucket}`;
  const urlOf = (id: string): string => `${bucketUrl}/${PREFIX}${id}`;

  const put = async (url: string, body: Blob): Promise<void> => {
    const response = await client.fetch(url, { method: "PUT", body });
    await expectSuccess(response, "PUT");
    await response.body?.cancel();
  };
  const putInParts = async (url: string, body: Blob): Promise<void> => {
    const started = await client.fetch(`${url}?uploads`, { method: "POST" });
    await expectSuccess(started, "POST");
    const upload = `${url}?uploadId=${encodeURIComponent(element(await started.text(), "UploadId") ?? "")}`;
    try {
      const parts: string[] = [];
      for (let start = 0; start < body.size; start += partBytes) {
        const number = parts.length + 1;
        const part = body.slice(start, start + partBytes);
        const response = await client.fetch(`${upload}&partNumber=${number}`, { method: "PUT", body: part });
        await expectSuccess(response, "PUT");
        await response.body?.cancel();
        const etag = response.headers.get("etag") ?? "";
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`);
      }
      const list = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
      const done = await client.fetch(upload, { method: "POST", body: list });
      await expectSuccess(done, "POST");
      // The answer begins before the work is done, so a failure may come as a success.
      const code = element(await done.text(), "Code");
      if (code) throw new Error(`The S3 server refused to join the parts: ${code}.`);
    } catch (error) {
      const given = await client.fetch(upload, { method: "DELETE" }).catch(() => undefined);
      await given?.body?.cancel();
      throw error;
    }
  };
  const remove = async (id: string): Promise<void> => {
    const response = await client.fetch(urlOf(id), { method: "DELETE" });
    if (response.status !== 404) await expectSuccess(response, "DELETE");
    await response.body?.cancel();
  };
  const get = async (id: string, { start, end }: ByteRange): Promise<Response> => {
    const response = await client.fetch(urlOf(id), { headers: { range: `bytes=${start}-${end}` } });
    if (response.status === 404) {
      await response.body?.cancel();
      throw new BlobMissing(id);
    }
    await expectSuccess(response, "GET");
    // A server that sends the whole object instead would be taken for the part.
    if (response.status !== 206) throw new Error(`The S3 server ignored a range: status ${response.status}.`);
    return response;
  };
  const stream: BlobStore["stream"] = async (id, range) =>
    Readable.fromWeb((await get(id, range)).body as ReadableStream<Uint8Array>);

  return {
    stream,
    remove,
    async keep(stagingFile, id) {
      const body = await openAsBlob(stagingFile);
      await (body.size > partBytes ? putInParts(urlOf(id), body) : put(urlOf(id), body));
    },
    async pour(id, range, take) {
      for await (const chunk of await stream(id, range)) await take(chunk as Uint8Array);
    },
    async bytes(id, range) {
      return new Uint8Array(await (await get(id, range)).arrayBuffer());
    },
    async *all() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix: PREFIX });
        if (token) query.set("continuation-token", token);
        const response = await client.fetch(`${bucketUrl}?${query.toString()}`);
        await expectSuccess(response, "LIST");
        const page = await response.text();
        for (const [, content] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
          const key = element(content!, "Key") ?? "";
          yield { id: key.slice(PREFIX.length), writtenAt: new Date(element(content!, "LastModified") ?? 0) };
        }
        token = element(page, "NextContinuationToken");
      } while (token);
    },
    async ping() {
      const id = `ping-${randomUUID()}`;
      await put(urlOf(id), new Blob(["ping"]));
      await remove(id);
    },
  };
};

const expectSuccess = async (response: Response, what: string): Promise<void> => {
  if (response.ok) return;
  const code = element(await response.text(), "Code") ?? "no reason given";
  throw new Error(`The S3 server refused a ${what}: ${response.status}, ${code}.`);
};

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(/&(lt|gt|amp|quot|apos);/g, (_, entity: string) => entities[entity]!);
