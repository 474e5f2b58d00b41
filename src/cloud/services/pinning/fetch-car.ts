/** Fetches content as a CAR from a trustless gateway (https://specs.ipfs.tech/http-gateways/trustless-gateway/). */
import { setTimeout as delay } from "node:timers/promises";
import type { IncomingMessage } from "node:http";
import { Refused, type Dial } from "../../engines/network/dial.ts";
import { openAnswer } from "../../engines/network/open-answer.ts";
import { Unpinnable } from "./problems.ts";
import { messages } from "./messages.ts";

export interface CarSource {
  /** http(s)://host:port, without a trailing slash. */
  readonly address: string;
  /** Name in user-facing messages. */
  readonly label: string;
}

const carType = "application/vnd.ipld.car";
const headersMs = 60_000;
/** A gateway can take a while to find the next block on the network. */
const idleMs = 60_000;

/** Fetches the CAR of a whole DAG and passes it to `take`. Throws Unpinnable if the source does not have it. */
export const fetchCar = async <T>(
  dial: Dial,
  { address, label }: CarSource,
  cid: string,
  signal: AbortSignal,
  take: (car: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> => {
  const url = `${address}/ipfs/${cid}?format=car&dag-scope=all`;
  const init = { headers: { accept: `${carType};version=1;order=dfs;dups=n`, "user-agent": "Freehold/1" } };
  const started = new AbortController();
  const { answer, close } = await withTimeout(
    openAnswer(dial, url, { ...init, signal: AbortSignal.any([signal, started.signal]) }),
    started,
  ).catch((error: unknown) => {
    throw new Unpinnable(error instanceof Refused ? messages.private(label) : messages.silent(label));
  });
  try {
    if (answer.statusCode !== 200) throw new Unpinnable(messages.answered(label, answer.statusCode ?? 0));
    if (!answer.headers["content-type"]?.startsWith(carType)) throw new Unpinnable(messages.noCar(label));
    answer.socket.setTimeout(idleMs, () => answer.destroy(new Error("The transfer timed out.")));
    signal.addEventListener("abort", () => answer.destroy(new Error("The attempt was cancelled.")), { once: true });
    return await take(piecesOf(answer, label));
  } finally {
    close();
  }
};

/** Adds the source's name to transfer errors. */
async function* piecesOf(answer: IncomingMessage, label: string): AsyncGenerator<Uint8Array> {
  try {
    yield* answer as AsyncIterable<Buffer>;
  } catch {
    throw new Unpinnable(messages.silent(label));
  }
}

const withTimeout = async <T>(work: Promise<T>, started: AbortController): Promise<T> => {
  const done = new AbortController();
  const late = delay(headersMs, undefined, { signal: done.signal }).then(
    () => started.abort(),
    () => undefined,
  );
  try {
    return await work;
  } finally {
    done.abort();
    await late;
  }
};
