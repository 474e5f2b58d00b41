import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { CID } from "multiformats/cid";
import { pinBytesMax, pinEntriesMax } from "../../../../resources/bucket/pin-limits.ts";
import type { PreparedCar } from "../../engines/blocks/blocks.ts";
import { CarInvalid } from "../../engines/blocks/car-file.ts";
import { ownStagingPrefixes } from "../../engines/blocks/sweep.ts";
import { TreeTooLarge } from "../../engines/blocks/tree-too-large.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { type CarSource, fetchCar } from "./fetch-car.ts";
import { messages } from "./messages.ts";
import { Unpinnable } from "./problems.ts";
import type { PinRow } from "./rows.ts";
import type { PinningDeps, PinningEngines } from "./service.ts";
import { TooMuch, writeStaging } from "./staging.ts";

/** Content on disk that becomes a root with the transaction that holds it. */
export interface PinContent {
  readonly cid: string;
  readonly sizeBytes: number;
  record(trx: Trx): Promise<void>;
  /** Call after the transaction, whether it succeeded or failed. */
  settle(): Promise<void>;
}

export type PinRequest = Pick<PinRow, "team_id" | "root" | "origins">;

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** Called with the number of bytes received from the current source. */
  readonly onBytes?: (bytes: number) => void;
}

export interface Content {
  /** Stored content, regardless of read access. */
  here(root: string): Promise<PinContent | undefined>;
  /**
   * Finds or fetches the content of a pin: from the block store if the team can read it, then from its origins, then from
   * the configured gateways. Throws Unpinnable.
   */
  findOrFetch(pin: PinRequest, options: FetchOptions): Promise<PinContent>;
  /** Imports a CAR within the team's storage limit. Throws CarInvalid, TreeTooLarge and TooMuch. */
  takeCar(teamId: string, car: AsyncIterable<Uint8Array>, roots?: readonly string[]): Promise<PreparedCar>;
}

/** Allowance for CIDs and lengths in a CAR, in addition to its blocks. */
const frameShare = 0.1;
const frameBytes = 1024 * 1024;

export const createContent = (
  { database: { db }, blocks }: PinningEngines,
  { allowance, contentOwners, dial, config }: Pick<PinningDeps, "allowance" | "contentOwners" | "dial" | "config">,
): Content => {
  const gateways = config.IPFS_GATEWAYS.map((address): CarSource => ({
    address: address.replace(/\/$/, ""),
    label: messages.gateway,
  }));

  const here: Content["here"] = async (root) => {
    const prepared = await blocks.prepareHold(CID.parse(root), pinEntriesMax);
    return prepared && { ...prepared, settle: async () => undefined };
  };

  const roomOf = async (teamId: string): Promise<number> => {
    const left = Number(await allowance.room(db, teamId, "IPFS_STORAGE"));
    return Math.min(pinBytesMax, left) * (1 + frameShare) + frameBytes;
  };

  const takeCar: Content["takeCar"] = async (teamId, car, roots) => {
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

  const from = (
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
    async findOrFetch(pin, options) {
      const sources = [...pin.origins.flatMap(originsIn), ...gateways];
      try {
        const readable = await contentOwners.readableBy(db, pin.team_id, [CID.parse(pin.root)]);
        const held = readable.size > 0 ? await here(pin.root) : undefined;
        if (held) return held;
        if (sources.length === 0) throw new Unpinnable(messages.notConnected, { isFinal: true });
        return await firstOf(sources, (source) => from(source, pin, options));
      } catch (error) {
        if (error instanceof TreeTooLarge) throw new Unpinnable(messages.tooLarge, { isFinal: true });
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

/** Converts multiaddrs to HTTP origins. */

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
