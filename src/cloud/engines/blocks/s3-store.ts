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
}

const PREFIX = "blobs/";
/** What every S3 but Amazon's own takes; Amazon's is read from its address. */
const REGION = "us-east-1";
const RETRIES = 3;

/** Blobs as objects of one bucket, by path-style addresses. One PUT holds a blob: they are below S3's 5 GiB. */
export const s3Store = ({ endpoint, bucket, accessKey, secretKey }: S3Settings): BlobStore => {
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
    keep: async (stagingFile, id) => put(urlOf(id), await openAsBlob(stagingFile)),
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
