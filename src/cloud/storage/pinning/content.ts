import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { CID } from "multiformats/cid";
import type { Logger } from "pino";
import { pinBytesMax, pinEntriesMax } from "../../../../resources/storage/pin-limits.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Standing } from "../../billing/standing/service.ts";
import type { Config } from "../../config.ts";
import type { PreparedCar } from "../../engines/blocks/blocks.ts";
import { CarInvalid } from "../../engines/blocks/car/car-file.ts";
import { ownStagingPrefixes } from "../../engines/blocks/roots/sweep.ts";
import { TreeTooLarge } from "../../engines/blocks/dag/tree-too-large.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { callEngine } from "../../kernel/observe/process-metrics.ts";
import { Refused, type Dial } from "../../engines/network/dial.ts";
import { openAnswer } from "../../engines/network/open-answer.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import { Unpinnable, messages } from "./messages.ts";
import type { PinRow } from "./rows.ts";

export interface PinningDeps {
  readonly config: Pick<Config, "DATA_DIR" | "SECRET_KEY" | "IPFS_GATEWAYS">;
  readonly log: Logger;
  readonly contentOwners: Pick<ContentOwners, "add" | "drop" | "isOwn" | "isPublic" | "publishes" | "readableBy">;
  readonly allowance: Pick<Allowance, "ask" | "room">;
  readonly standing: Pick<Standing, "requireNeeds">;
  /** Reaches public hosts and the configured gateways only. */
  readonly dial: Dial;
}

export type PinningEngines = Pick<Engines, "database" | "blocks" | "jobs" | "realtime">;

/** Content on disk that becomes a root with the transaction that holds it. */
export interface PinContent {
  readonly cid: string;
  readonly sizeBytes: number;
  record(trx: Trx): Promise<void>;
  /** Call after the transaction, whether it succeeded or failed. */
  settle(): Promise<void>;
}

type PinRequest = Pick<PinRow, "team_id" | "root" | "origins">;

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** Called with the number of bytes received from the current source. */
  readonly onBytes?: (bytes: number) => void;
}

export type Content = ReturnType<typeof createContent>;

/** Allowance for CIDs and lengths in a CAR, in addition to its blocks. */
const frameShare = 0.1;
const frameBytes = 1024 * 1024;

export const createContent = (
  { database: { db }, blocks }: PinningEngines,
  { allowance, contentOwners, dial, config }: Pick<PinningDeps, "allowance" | "contentOwners" | "dial" | "config">,
) => {
  const gateways = config.IPFS_GATEWAYS.map((address): CarSource => ({
    address: address.replace(/\/$/, ""),
    label: messages.gateway,
    upstream: new URL(address).host,
  }));

  /** Stored content, regardless of read access. */
  const here = async (root: string): Promise<PinContent | undefined> => {
    const prepared = await blocks.prepareHold(CID.parse(root), pinEntriesMax);
    return prepared && { ...prepared, settle: async () => undefined };
  };

  const roomOf = async (teamId: string): Promise<number> => {
    const left = Number(await allowance.room(db, teamId, "IPFS_STORAGE"));
    return Math.min(pinBytesMax, left) * (1 + frameShare) + frameBytes;
  };

  /** Imports a CAR within the team's storage limit. Throws CarInvalid, TreeTooLarge and TooMuch. */
  const takeCar = async (
    teamId: string,
    car: AsyncIterable<Uint8Array>,
    roots?: readonly string[],
  ): Promise<PreparedCar> => {
    const bytesMax = await roomOf(teamId);
    const path = blocks.stagingPath(`${ownStagingPrefixes.car}${randomUUID()}`);
    try {
      await writeStaging(path, car, bytesMax);
      const usable = (on: Db, cids: readonly CID[]) => contentOwners.readableBy(on, teamId, cids);
      return await blocks.importCar(path, { ...(roots && { roots }), entriesMax: pinEntriesMax, usable });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  };

  const foundIn = async (car: PreparedCar, label: string): Promise<PinContent> => {
    const [root] = car.roots;
    if (!root?.isComplete) {
      await car.settle();
      throw new Unpinnable(messages.incomplete(label));
    }
    const { cid, sizeBytes } = root;
    return { cid, sizeBytes, record: (trx) => car.record(trx), settle: () => car.settle() };
  };

  const from = (source: CarSource, pin: PinRequest, options: FetchOptions): Promise<PinContent> => {
    const { upstream } = source;
    if (upstream === undefined) return fetchFrom(source, pin, options);
    return callEngine({ engine: "ipfs", upstream, operation: "fetch" }, () => fetchFrom(source, pin, options));
  };

  const fetchFrom = (
    source: CarSource,
    { team_id, root }: PinRequest,
    { signal, onBytes }: FetchOptions,
  ): Promise<PinContent> =>
    fetchCar(dial, source, root, signal, async (pieces) =>
      foundIn(await takeCar(team_id, counted(pieces, onBytes), [root]), source.label),
    ).catch((error: unknown) => {
      if (error instanceof CarInvalid) throw new Unpinnable(messages.incomplete(source.label));
      throw error;
    });

  return {
    here,
    takeCar,
    /**
     * Finds or fetches the content of a pin: from the block store if the team can read it, then from its origins, then from
     * the configured gateways. Throws Unpinnable.
     */
    async findOrFetch(pin: PinRequest, options: FetchOptions): Promise<PinContent> {
      const sources = [...pin.origins.flatMap(originsIn), ...gateways];
      try {
        const readable = await contentOwners.readableBy(db, pin.team_id, [CID.parse(pin.root)]);
        const held = readable.size > 0 ? await here(pin.root) : undefined;
        if (held) return held;
        if (sources.length === 0) throw new Unpinnable(messages.notConnected, { isFinal: true });
        return await firstOf(sources, (source) => from(source, pin, options));
      } catch (error) {
        if (error instanceof TreeTooLarge) throw new Unpinnable(messages.tooLarge(error), { isFinal: true });
        if (error instanceof TooMuch) throw new Unpinnable(messages.noRoom, { isFinal: true });
        throw error;
      }
    },
  };
};

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  onBytes: FetchOptions["onBytes"],
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    onBytes?.(bytes);
    yield piece;
  }
}

/** Tries sources in order. */
const firstOf = async (
  sources: readonly CarSource[],
  ask: (source: CarSource) => Promise<PinContent>,
): Promise<PinContent> => {
  const problems: string[] = [];
  for (const source of sources) {
    try {
      return await ask(source);
    } catch (error) {
      if (!(error instanceof Unpinnable)) throw error;
      problems.push(error.message);
    }
  }
  throw new Unpinnable(messages.notFound(problems));
};

const originsIn = (multiaddr: string): CarSource[] => {
  const address = httpAddressOf(multiaddr);
  return address === undefined ? [] : [{ address, label: new URL(address).host }];
};

/** Returns the http(s) origin of a multiaddr, without a trailing slash; undefined for other protocols. */
const httpAddressOf = (multiaddr: string): string | undefined => {
  const parts = multiaddr.split("/").slice(1);
  const [family = "", host = "", transport, port = "", ...protocols] = parts;
  if (!/^(dns|dns4|dns6|ip4|ip6)$/.test(family) || transport !== "tcp" || !/^\d{1,5}$/.test(port)) return undefined;
  const name = family === "ip6" ? `[${host}]` : host;
  const scheme = schemeOf(protocols);
  const address = scheme && `${scheme}://${name}:${port}`;
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
};

/** Recognizes "https", "tls/http" and "http", optionally followed by a peer ID. */
const schemeOf = ([first, second]: readonly string[]): string | undefined => {
  if (first === "https" || (first === "tls" && second === "http")) return "https";
  return first === "http" ? "http" : undefined;
};

// Fetches content as a CAR from a trustless gateway (https://specs.ipfs.tech/http-gateways/trustless-gateway/).

interface CarSource {
  /** http(s)://host:port, without a trailing slash. */
  readonly address: string;
  /** Name in user-facing messages. */
  readonly label: string;
  /** Name in metrics, of a gateway from the settings. */
  readonly upstream?: string;
}

const carType = "application/vnd.ipld.car";
const headersMs = 60_000;
/** A gateway can take a while to find the next block on the network. */
const idleMs = 60_000;

/** Fetches the CAR of a whole DAG and passes it to `take`. Throws Unpinnable if the source does not have it. */
const fetchCar = async <T>(
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

/** The upload exceeds the size limit. */
export class TooMuch extends Error {}

/** Writes a stream to a new file. Throws TooMuch beyond `bytesMax`. */
const writeStaging = async (path: string, source: AsyncIterable<Uint8Array>, bytesMax: number): Promise<number> => {
  const handle = await open(path, "wx");
  try {
    let bytes = 0;
    for await (const piece of source) {
      bytes += piece.length;
      if (bytes > bytesMax) throw new TooMuch("The upload exceeds the size limit.");
      await handle.writeFile(piece);
    }
    return bytes;
  } finally {
    await handle.close();
  }
};
