/** Sends bytes to a client and counts the bytes sent. */
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writerTo, type Take } from "../../http/edge/writer-to.ts";
import { writeHead, type Exchange } from "./respond.ts";

type Pour = (take: Take) => Promise<void>;

/** Sends bytes from memory. HEAD requests get only the headers. */
export const sendBytes = (
  exchange: Exchange,
  status: number,
  headers: OutgoingHttpHeaders,
  bytes: Uint8Array,
): void => {
  const { request, response } = exchange;
  writeHead(response, status, { ...headers, "content-length": bytes.length });
  if (request.method === "HEAD") return void response.end();
  countSent(response, () => bytes.length, exchange.onSent);
  response.end(bytes);
};

/** Sends `length` bytes in chunks. If the first chunk fails, rejects without sending anything, not even a status. */
export const sendPoured = async (
  exchange: Exchange,
  status: number,
  headers: OutgoingHttpHeaders,
  length: number,
  pour: Pour,
): Promise<void> => {
  const { response } = exchange;
  const write = writerTo(response);
  await ignoreDisconnect(response, async () => {
    await pour((bytes) => {
      if (!response.headersSent) {
        countSent(response, () => length, exchange.onSent);
        writeHead(response, status, { ...headers, "content-length": length });
      }
      return write(bytes);
    });
    response.end();
  });
};

/**
 * Sends a stream of at least one chunk. If the first chunk fails, rejects without sending anything. A later failure closes
 * the connection, so clients detect the incomplete response.
 */
export const sendStream = async (
  exchange: Exchange,
  status: number,
  headers: OutgoingHttpHeaders,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const { response } = exchange;
  let length = 0;
  await ignoreDisconnect(response, async () => {
    const write = writerTo(response);
    for await (const bytes of pieces) {
      if (!response.headersSent) {
        countSent(response, () => length, exchange.onSent);
        writeHead(response, status, headers);
      }
      length += bytes.length;
      await write(bytes);
    }
    response.end();
  });
};

/** Sends the output of a compression stream, whose length is unknown until the end. */
export const sendCoded = async (
  exchange: Exchange,
  status: number,
  headers: OutgoingHttpHeaders,
  coder: Transform,
  pour: Pour,
): Promise<void> => {
  const { request, response } = exchange;
  if (request.method === "HEAD") {
    coder.destroy();
    return void writeHead(response, status, headers).end();
  }
  let length = 0;
  let piped = Promise.resolve();
  const start = (): void => {
    countSent(response, () => length, exchange.onSent);
    writeHead(response, status, headers);
    coder.on("data", (bytes: Uint8Array) => (length += bytes.length));
    piped = pipeline(coder, response);
    // Awaited below. Until then, the writer detects a disconnected client.
    piped.catch(() => undefined);
  };
  const write = writerTo(coder);
  await ignoreDisconnect(response, async () => {
    try {
      await pour((bytes) => {
        if (!response.headersSent) start();
        return write(bytes);
      });
      coder.end();
    } catch (error) {
      coder.destroy();
      throw error;
    }
    await piped;
  });
};

/** Ignores errors after the client has disconnected. */
const ignoreDisconnect = async (response: ServerResponse, send: () => Promise<void>): Promise<void> => {
  try {
    await send();
  } catch (error) {
    if (!response.destroyed) throw error;
  }
};

/** Reports the bytes sent once the response closes. An aborted response counts the bytes written, including headers. */
export const countSent = (response: ServerResponse, length: () => number, onSent: (bytes: number) => void): void => {
  const { socket } = response;
  const before = socket?.bytesWritten ?? 0;
  response.once("close", () => {
    onSent(response.writableFinished ? length() : Math.min(length(), (socket?.bytesWritten ?? 0) - before));
  });
};
