/** Runs a small S3 server in memory that checks signatures. Implements only the operations of the block engine. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { AwsV4Signer } from "aws4fetch";
import type { S3Settings } from "../../../src/cloud/engines/blocks/store/s3-store.ts";
import { atFileEnd } from "../file-end.ts";

export interface TestS3 extends S3Settings {
  readonly objects: Map<string, Buffer>;
  /** Started, unfinished uploads by ID. */
  readonly uploads: Map<string, Buffer[]>;
  /** Times of copied objects; all others are from 2020. */
  readonly modified: Map<string, Date>;
  /** `cutsAfterBytes`: closes the connection after so many bytes of an object. */
  readonly faults: { losesParts: boolean; cutsAfterBytes?: number };
}

const KEYS_PER_PAGE = 2;

export const testS3 = async (): Promise<TestS3> => {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer[]>();
  const modified = new Map<string, Date>();
  const modifiedAt = (key: string): string => (modified.get(key) ?? new Date("2020-01-01T00:00:00Z")).toISOString();
  const faults: TestS3["faults"] = { losesParts: false };
  const credentials = { accessKey: "test-key", secretKey: "test-secret" };
  const server = createServer((request, response) => {
    void (async () => {
      const url = `http://${request.headers.host}${request.url}`;
      if (!(await isSigned(request, url, credentials))) return refuse(response, 403, "SignatureDoesNotMatch");
      return answer(request, response, new URL(url));
    })();
  });

  const answer = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split("/");
    if (bucket !== "bucket") return refuse(response, 404, "NoSuchBucket");
    const key = rest.join("/");
    if (!key) return list(response, url.searchParams);
    const { searchParams } = url;
    if (searchParams.has("uploads") || searchParams.has("uploadId")) {
      return answerUpload(request, response, key, searchParams);
    }
    const source = request.headers["x-amz-copy-source"];
    if (request.method === "PUT" && typeof source === "string") {
      const copied = objects.get(source.replace("/bucket/", ""));
      if (!copied) return refuse(response, 404, "NoSuchKey");
      objects.set(key, copied);
      modified.set(key, new Date());
      return void response.end("<CopyObjectResult><ETag>etag</ETag></CopyObjectResult>");
    }
    if (request.method === "PUT") {
      if (!request.headers["content-length"]) return refuse(response, 411, "MissingContentLength");
      objects.set(key, await buffer(request));
    } else if (request.method === "DELETE") {
      objects.delete(key);
    } else if (request.method === "HEAD") {
      const object = objects.get(key);
      return void response.writeHead(object ? 200 : 404, { "content-length": object?.length ?? 0 }).end();
    } else {
      return send(response, objects.get(key), request.headers.range, faults.cutsAfterBytes);
    }
    response.end();
  };

  const answerUpload = async (
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    query: URLSearchParams,
  ): Promise<void> => {
    const id = query.get("uploadId") ?? `upload-${uploads.size}`;
    const parts = uploads.get(id) ?? [];
    uploads.set(id, parts);
    if (request.method === "PUT") {
      const number = Number(query.get("partNumber"));
      const bytes = await buffer(request);
      if (!faults.losesParts) parts[number - 1] = bytes;
      return void response.writeHead(200, { etag: `"part-${number}"` }).end();
    }
    if (query.has("uploads")) return void response.end(`<Result><UploadId>${id}</UploadId></Result>`);
    uploads.delete(id);
    if (request.method === "DELETE") return void response.end();
    const listed = [...(await text(request)).matchAll(/<ETag>"part-(\d+)"<\/ETag>/g)].map(([, number]) =>
      Number(number),
    );
    // Like Amazon's: an error can come with a success status.
    if (listed.length !== parts.length) return void response.end("<Error><Code>InvalidPart</Code></Error>");
    objects.set(key, Buffer.concat(parts));
    response.end("<CompleteMultipartUploadResult/>");
  };

  const list = (response: ServerResponse, query: URLSearchParams): void => {
    const after = query.get("continuation-token") ?? "";
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix")!) && key > after).toSorted();
    const page = keys.slice(0, KEYS_PER_PAGE);
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><LastModified>${modifiedAt(key)}</LastModified></Contents>`,
    );
    const more = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    response.end(`<ListBucketResult>${contents.join("")}${more}</ListBucketResult>`);
  };

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, bucket: "bucket", ...credentials, objects, modified, uploads, faults };
};

/** Signs the same request again and compares. */
const isSigned = async (
  { method, headers }: IncomingMessage,
  url: string,
  { accessKey, secretKey }: { accessKey: string; secretKey: string },
): Promise<boolean> => {
  const signer = new AwsV4Signer({
    method: method!,
    url,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: "s3",
    region: "us-east-1",
    datetime: String(headers["x-amz-date"]),
    headers: {
      ...(headers.range && { range: headers.range }),
      ...(headers["x-amz-copy-source"] && { "x-amz-copy-source": String(headers["x-amz-copy-source"]) }),
    },
  });
  return (await signer.authHeader()) === headers.authorization;
};

const send = (
  response: ServerResponse,
  object: Buffer | undefined,
  range: string | undefined,
  cutsAfterBytes = Number.POSITIVE_INFINITY,
): void => {
  const [, start, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "bytes=0-") ?? [];
  if (!object || start === undefined) return refuse(response, 404, "NoSuchKey");
  const part = object.subarray(Number(start), last ? Number(last) + 1 : object.length);
  if (part.length === 0) return refuse(response, 416, "InvalidRange");
  const sent = `bytes ${start}-${Number(start) + part.length - 1}/${object.length}`;
  const headers = { "content-length": part.length, etag: `"${object.length}"` };
  if (range === undefined) response.writeHead(200, headers);
  else response.writeHead(206, { ...headers, "content-range": sent });
  if (part.length <= cutsAfterBytes) return void response.end(part);
  response.write(part.subarray(0, cutsAfterBytes), () => response.socket?.end());
};

const refuse = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
};
