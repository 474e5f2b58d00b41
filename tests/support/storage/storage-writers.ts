/** Simulates clients that write to a bucket over HTTP until the server is gone, and records its acknowledgements. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { AwsClient } from "aws4fetch";
import { dice } from "../chains/dice.ts";
import { s3Region, type KeyPair } from "./s3-user.ts";
import { keyStream } from "../ipfs/unixfs.ts";

export interface StartedUpload {
  readonly key: string;
  readonly id: string;
  /** ETag of its only part. */
  readonly etag: string;
}

export interface Writers {
  /** SHA-256 of the bytes sent under each key, acknowledged or not. */
  readonly sent: ReadonlyMap<string, string>;
  readonly acknowledged: readonly string[];
  /** Unfinished uploads with an acknowledged part. */
  readonly started: readonly StartedUpload[];
  /** Keys whose sender always disconnected before the end. */
  readonly cut: readonly string[];
  /** Unsuccessful answers. */
  readonly refused: string[];
  /** Resolves once this many writes are acknowledged, including a started upload and a cut connection. */
  enough(count: number): Promise<void>;
  /** Resolves once every client has noticed that the server is gone. */
  readonly gone: Promise<unknown>;
}

interface Target {
  readonly endpoint: string;
  readonly bucket: string;
  readonly key: KeyPair;
}

const smallWriters = 4;
const bytesMax = 400_000;

export const startWriters = ({ endpoint, bucket, key }: Target): Writers => {
  const signer = new AwsClient({
    accessKeyId: key.accessKey,
    secretAccessKey: key.secretKey,
    service: "s3",
    region: s3Region,
    retries: 0,
  });
  const sent = new Map<string, string>();
  const acknowledged: string[] = [];
  const started: StartedUpload[] = [];
  const cut: string[] = [];
  const refused: string[] = [];
  let told: () => void = () => undefined;

  const content = (name: string, sizeBytes: number): Buffer<ArrayBuffer> => {
    const bytes = Buffer.from(keyStream(name)(sizeBytes));
    sent.set(name, createHash("sha256").update(bytes).digest("hex"));
    return bytes;
  };
  const ask = async (method: "PUT" | "POST", path: string, body?: string | Buffer<ArrayBuffer>): Promise<Response> => {
    const init = { method, ...(body !== undefined && { body }) };
    const answer = await signer.fetch(`${endpoint}/${bucket}/${path}`, init);
    if (!answer.ok) refused.push(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const begin = async (name: string): Promise<string> =>
    /<UploadId>([^<]+)/.exec(await (await ask("POST", `${name}?uploads`)).text())![1]!;
  const sendPart = async (name: string, id: string, bytes: Buffer<ArrayBuffer>): Promise<string> =>
    (await ask("PUT", `${name}?partNumber=1&uploadId=${id}`, bytes)).headers.get("etag")!;

  const put = async (name: string, sizeBytes: number): Promise<void> => {
    await ask("PUT", name, content(name, sizeBytes));
    acknowledged.push(name);
  };
  const sendWhole = async (name: string, sizeBytes: number): Promise<void> => {
    const bytes = content(name, sizeBytes);
    const id = await begin(name);
    const etag = await sendPart(name, id, bytes);
    const answer = await ask("POST", `${name}?uploadId=${id}`, completion(etag));
    // Completing an upload answers 200 before the result is known; only this element means success.
    if ((await answer.text()).includes("<CompleteMultipartUploadResult")) acknowledged.push(name);
  };
  const sendStart = async (name: string, sizeBytes: number): Promise<void> => {
    const bytes = content(name, sizeBytes);
    const id = await begin(name);
    started.push({ key: name, id, etag: await sendPart(name, id, bytes) });
  };
  /** Disconnects in the middle of a whole object or of a part. */
  const hangUp = async (name: string, sizeBytes: number, sentBytes: number): Promise<void> => {
    cut.push(name);
    const query = started.length % 2 === 0 ? "" : `?partNumber=1&uploadId=${await begin(name)}`;
    const address = `${endpoint}/${bucket}/${name}${query}`;
    const { pathname, search, host, port } = new URL(
      (await signer.sign(address, { method: "PUT", aws: { signQuery: true } })).url,
    );
    const socket = connect(Number(port), "127.0.0.1");
    const closed = once(socket, "close");
    socket.on("error", () => undefined);
    await Promise.race([once(socket, "connect"), closed]);
    if (socket.destroyed) throw new Error("The cloud is gone.");
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${sizeBytes}\r\n\r\n`);
    socket.write(keyStream(name)(sentBytes), () => socket.destroy());
    await closed;
  };

  /** Repeats an action until a request reaches no server. */
  const again = async (name: string, act: (key: string, roll: (below: number) => number) => Promise<void>) => {
    const roll = dice(name);
    try {
      for (let number = 0; ; number += 1) {
        await act(`${name}/${number}`, roll);
        told();
      }
    } catch {
      return;
    }
  };
  const gone = Promise.all([
    ...Array.from({ length: smallWriters }, (_, number) =>
      again(`put-${number}`, (name, roll) => put(name, roll(2) === 0 ? roll(4000) : roll(bytesMax))),
    ),
    again("upload", (name, roll) => sendWhole(name, 1 + roll(bytesMax))),
    again("begun", (name, roll) => sendStart(name, 1 + roll(bytesMax))),
    again("cut", (name, roll) => {
      const sizeBytes = 2 + roll(bytesMax);
      return hangUp(name, sizeBytes, roll(sizeBytes));
    }),
  ]);

  return {
    sent,
    acknowledged,
    started,
    cut,
    refused,
    enough: (count) =>
      new Promise((resolve, reject) => {
        told = () => {
          if (acknowledged.length >= count && started.length > 2 && cut.length > 4) resolve();
        };
        void gone.then(() => reject(new Error(`The cloud went away by itself. ${refused.join("\n")}`)));
      }),
    gone,
  };
};

/** Returns the body that completes an upload of one part. */
export const completion = (etag: string): string =>
  `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part></CompleteMultipartUpload>`;
