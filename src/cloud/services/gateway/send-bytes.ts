/** Bytes on their way to a client: counted as they leave, and given up when nobody takes them. */
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writerTo, type Take } from "../writer-to.ts";
import { writeHead, type Exchange } from "./respond.ts";

/** A client that takes nothing for so long is gone. */
const STALLED_MS = 120_000;

type Pour = (take: Take) => Promise<void>;

/** Sends what is in memory. A HEAD gets its headers. */
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
  endWhenStalled(response);
};

/** The connection of a client that does not take what is already written is given up after a while. */
export const endWhenStalled = (response: ServerResponse): void => {
  if (response.writableLength > 0) response.setTimeout(STALLED_MS);
};

/** Sends `length` bytes piece by piece. */
export const sendPoured = async (
  exchange: Exchange,
  status: number,
  headers: OutgoingHttpHeaders,
  length: number,
  pour: Pour,
): Promise<void> => {
  const { response } = exchange;
  countSent(response, () => length, exchange.onSent);
  response.setTimeout(STALLED_MS);
  writeHead(response, status, { ...headers, "content-length": length });
  await untilGone(response, async () => {
    await pour(writerTo(response));
    response.end();
  });
};

/** Sends what comes, however much it is. What fails on the way breaks the answer off, so that nobody takes it for whole. */
export const sendStream = async (
  exchange: Exchange,
  status: number,
  headers: OutgoingHttpHeaders,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const { response } = exchange;
  let length = 0;
  countSent(response, () => length, exchange.onSent);
  response.setTimeout(STALLED_MS);
  writeHead(response, status, headers);
  await untilGone(response, async () => {
    const write = writerTo(response);
    for await (const bytes of pieces) {
      length += bytes.length;
      await write(bytes);
    }
    response.end();
  });
};

/** Sends what comes out of a coder: how much that is, shows at the end. */
export const sendCoded = async (
  exchange: Exchange,
  status: number,
  headers: OutgoingHttpHeaders,
  coder: Transform,
  pour: Pour,
): Promise<void> => {
  const { request, response } = exchange;
  writeHead(response, status, headers);
  if (request.method === "HEAD") {
    coder.destroy();
    return void response.end();
  }
  let length = 0;
  countSent(response, () => length, exchange.onSent);
  response.setTimeout(STALLED_MS);
  coder.on("data", (bytes: Uint8Array) => (length += bytes.length));
  await untilGone(response, async () => {
    const arrived = pipeline(coder, response);
    await Promise.all([fill(coder, pour), arrived]);
  });
};

const fill = async (coder: Transform, pour: Pour): Promise<void> => {
  try {
    await pour(writerTo(coder));
    coder.end();
  } catch (error) {
    coder.destroy();
    throw error;
  }
};

/** Nobody is there any more to be told of what fails after the client went. */
const untilGone = async (response: ServerResponse, send: () => Promise<void>): Promise<void> => {
  try {
    await send();
  } catch (error) {
    if (!response.destroyed) throw error;
  }
};

/** Tells once how much of an answer was sent: of one that broke off the bytes that left, its headers among them. */
export const countSent = (response: ServerResponse, length: () => number, onSent: (bytes: number) => void): void => {
  const { socket } = response;
  const before = socket?.bytesWritten ?? 0;
  response.once("close", () => {
    onSent(response.writableFinished ? length() : Math.min(length(), (socket?.bytesWritten ?? 0) - before));
  });
};
