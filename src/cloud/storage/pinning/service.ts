/** Pins: content stored for a team, fetched if needed. Used by the dashboard and the IPFS Pinning Service API. */
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import { generateKeyPair, privateKeyToProtobuf } from "@libp2p/crypto/keys";
import { base58btc } from "multiformats/bases/base58";
import { carRootsMax, pinAttemptsMax } from "../../../../resources/storage/pin-limits.ts";
import { pinEventName, pins } from "../../../../resources/storage/pins.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { PreparedCar } from "../../engines/blocks/blocks.ts";
import { CarInvalid } from "../../engines/blocks/car/car-file.ts";
import { TreeTooLarge } from "../../engines/blocks/dag/tree-too-large.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { createSecretBox, type SecretBox } from "../../kernel/secret-box.ts";
import {
  addPin,
  changePin,
  findPin,
  listPins,
  lockPin,
  rootOf,
  type NewPin,
  type PinFilter,
  type PinRow,
} from "./rows.ts";
import {
  TooMuch,
  createContent,
  type FetchOptions,
  type PinContent,
  type PinningDeps,
  type PinningEngines,
} from "./content.ts";
import { messages } from "./messages.ts";
import { createWorker } from "./worker.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";

/** Converts import errors of a CAR to API errors. */
const refuseCar = (error: unknown): never => {
  if (error instanceof CarInvalid) throw new AppError("CAR_INVALID", { message: error.message });
  if (error instanceof TreeTooLarge) throw new AppError("CAR_INVALID", { message: messages.tooLarge(error) });
  if (error instanceof TooMuch) throw new AppError("ALLOWANCE_USED_UP");
  // The client has disconnected and receives no response.
  if (isBrokenOff(error)) throw new AppError("BODY_INCOMPLETE");
  throw error;
};

/** Rejects a CAR without roots, with too many roots, or with an incomplete root. */
const refuseIncomplete = ({ roots }: Pick<PreparedCar, "roots">): void => {
  if (roots.length === 0) throw new AppError("CAR_INVALID", { message: "This CAR file lists no roots to pin." });
  if (roots.length > carRootsMax)
    throw new AppError("CAR_INVALID", { message: `A CAR file can have at most ${carRootsMax} roots.` });
  const broken = roots.find(({ isComplete }) => !isComplete);
  if (broken)
    throw new AppError("CAR_INVALID", {
      message: `This CAR file is incomplete: the block ${broken.missing} of ${broken.cid} is missing.`,
    });
};

const isBrokenOff = (error: unknown): boolean =>
  ["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"].includes((error as NodeJS.ErrnoException).code ?? "");

export type { PinContent } from "./content.ts";
export type { PinFilter } from "./rows.ts";
export { Unpinnable } from "./messages.ts";
export type { NewPin, PinRow } from "./rows.ts";

export interface Pinning {
  /** Whether content of the public network can be fetched. */
  readonly isConnected: boolean;
  /**
   * Call `changed` with the returned pin after committing this or any other change. Throws NOT_ACTIVATED,
   * ALLOWANCE_USED_UP, LIMIT_REACHED, INVALID_INPUT.
   */
  add(trx: Trx, teamId: string, pin: NewPin): Promise<PinRow>;
  /** Replaces a pin. The old content stays until the new content is available. */
  replace(trx: Trx, teamId: string, id: string, pin: NewPin): Promise<PinRow>;
  /**
   * Pins a root that the team already holds, such as a snapshot. A root is pinned only once under the same name. Throws the
   * errors of `add`, and NOT_FOUND if it is not a root.
   */
  preparePinHeld(
    teamId: string,
    pin: { readonly cid: string; readonly name: string },
  ): Promise<(trx: Trx) => Promise<PinRow>>;
  /** Whether a CID is private content of the team. Pinning it makes it public. */
  isPrivate(db: Db, teamId: string, cid: string): Promise<boolean>;
  /** Queues a failed pin again. */
  retry(trx: Trx, teamId: string, id: string): Promise<PinRow>;
  remove(trx: Trx, teamId: string, id: string): Promise<PinRow>;
  /** Deletes a team's pins. Their holdings are deleted with the team's other holdings. */
  removeTeam(trx: Trx, teamId: string): Promise<void>;
  find(db: Db, teamId: string, id: string): Promise<PinRow>;
  list(db: Db, teamId: string, filter: PinFilter): ReturnType<typeof listPins>;
  /** Imports a CAR and pins each of its roots. Throws the errors of `add`, and CAR_INVALID. */
  takeCar(teamId: string, car: AsyncIterable<Uint8Array>, name: string | undefined): Promise<PinRow[]>;
  /**
   * Fetches a whole DAG for a team: from the block store if the team can read it, or from the configured gateways. Every
   * block is verified. Throws Unpinnable.
   */
  fetch(teamId: string, root: string, options: FetchOptions): Promise<PinContent>;
  /** Throws NOT_ACTIVATED. */
  requireNeeds(db: Db, teamId: string): Promise<void>;
  /** Notifies the team's browsers. */
  changed(row: PinRow): void;
  /** Returns this server's multiaddrs at the given origin, with its peer ID. */
  delegates(origin: string): Promise<string[]>;
  /** Returns this server's peer ID, and its multiaddrs at the given origin. */
  peer(origin: string): Promise<{ readonly id: string; readonly addresses: readonly string[] }>;
  /** Whether a CID is public content that this server stores. */
  provides(cid: CID): Promise<boolean>;
  /** Creates the queue. Call it once per process before pinning. */
  define(): Promise<void>;
  /** Starts fetching queued pins. */
  work(): Promise<void>;
}

const queue = "pin";
const concurrency = 2;
const backOffSeconds = 2;
/** Time limit of an attempt. The next attempt reuses the blocks received. */
const attemptSeconds = 3600;
const lostMs = 2 * attemptSeconds * 1000;

export const createPinning = (engines: PinningEngines, deps: PinningDeps): Pinning => {
  const { database, jobs, realtime } = engines;
  const { config, standing, allowance, contentOwners } = deps;
  const { db } = database;
  const box = createSecretBox(config);
  const changed = ({ id, team_id, status }: PinRow): void => realtime.toTeam(team_id, pinEventName, { id, status });
  contentOwners.publishes(sql`exists (select from pin where pin.root = root.cid and pin.status = 'pinned')`);
  // A replaced pin's content stays public until the new pin has its content.
  contentOwners.publishes(sql`exists (select from pin where pin.replaced_root = root.cid)`);
  const content = createContent(engines, deps);
  const worker = createWorker(engines, { ...deps, content, changed });

  const ask = async (trx: Trx, teamId: string): Promise<void> => {
    await standing.requireNeeds(trx, teamId, pins);
    await allowance.ask(trx, teamId, "IPFS_STORAGE", 1);
  };
  const enqueue = async (trx: Trx, row: PinRow): Promise<PinRow> => {
    await jobs.send(trx, queue, { id: row.id });
    return row;
  };
  const markPinned = async (trx: Trx, row: PinRow, sizeBytes: number): Promise<PinRow> => {
    await contentOwners.add(trx, row.team_id, [{ cid: row.root, sizeBytes }]);
    return (await changePin(trx, row.id, { status: "pinned", size_bytes: BigInt(sizeBytes) }))!;
  };
  /** Queues pins again whose job was lost, because the process crashed too often. */
  const requeueLost = (): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const lost = await trx
        .selectFrom("pin")
        .select("id")
        .where("status", "in", ["queued", "pinning"])
        .where("updated_at", "<", new Date(Date.now() - lostMs))
        .execute();
      for (const { id } of lost) await jobs.send(trx, queue, { id });
    });
  const release = (trx: Trx, row: PinRow): Promise<void> => contentOwners.drop(trx, row.team_id, heldBy(row));

  return {
    isConnected: config.IPFS_GATEWAYS.length > 0,
    add: async (trx, teamId, pin) => {
      await ask(trx, teamId);
      return enqueue(trx, await addPin(trx, teamId, pin));
    },
    isPrivate: async (reader, teamId, text) => {
      const root = rootOf(text.replace(/^\/ipfs\//, ""));
      if (root === undefined) return false;
      const cid = CID.parse(root);
      return (await contentOwners.isOwn(reader, teamId, cid)) && !(await contentOwners.isPublic(cid));
    },
    replace: async (trx, teamId, id, pin) => {
      await ask(trx, teamId);
      const old = await lockPin(trx, teamId, id);
      await trx.deleteFrom("pin").where("id", "=", old.id).execute();
      const [heldRoot, ...rest] = heldBy(old);
      if (rest.length > 0) await contentOwners.drop(trx, teamId, rest);
      return enqueue(trx, await addPin(trx, teamId, pin, heldRoot));
    },
    preparePinHeld: async (teamId, { cid, name }) => {
      const root = rootOf(cid) ?? cid;
      const pinContent = await content.here(root);
      return async (trx) => {
        await standing.requireNeeds(trx, teamId, pins);
        const existing = await listPins(trx, teamId, { roots: [root], name, status: ["pinned"], limit: 1 });
        if (existing.rows[0]) return existing.rows[0];
        const row = await addPin(trx, teamId, { cid, name });
        if (!pinContent) throw new AppError("NOT_FOUND");
        await pinContent.record(trx);
        return markPinned(trx, row, pinContent.sizeBytes);
      };
    },
    retry: async (trx, teamId, id) => {
      await ask(trx, teamId);
      const row = await lockPin(trx, teamId, id);
      if (row.status !== "failed") return row;
      return enqueue(trx, (await changePin(trx, row.id, { status: "queued", details: "", attempts: 0 }))!);
    },
    remove: async (trx, teamId, id) => {
      const row = await lockPin(trx, teamId, id);
      await trx.deleteFrom("pin").where("id", "=", row.id).execute();
      await release(trx, row);
      return row;
    },
    removeTeam: async (trx, teamId) => {
      await trx.deleteFrom("pin").where("team_id", "=", teamId).execute();
    },
    find: findPin,
    list: listPins,
    takeCar: async (teamId, car, name) => {
      await db.transaction().execute((trx) => ask(trx, teamId));
      const imported = await content.takeCar(teamId, car).catch(refuseCar);
      try {
        refuseIncomplete(imported);
        return await db.transaction().execute(async (trx) => {
          await imported.record(trx);
          const rows: PinRow[] = [];
          for (const { cid, sizeBytes } of imported.roots)
            rows.push(await markPinned(trx, await addPin(trx, teamId, { cid, name }), sizeBytes));
          return rows;
        });
      } finally {
        await imported.settle();
      }
    },
    fetch: (teamId, root, options) => content.findOrFetch({ team_id: teamId, root, origins: [] }, options),
    requireNeeds: (reader, teamId) => standing.requireNeeds(reader, teamId, pins),
    changed,
    delegates: async (origin) => [`${multiaddrOf(origin)}/p2p/${await peerIdOf(db, box)}`],
    peer: async (origin) => ({ id: await peerIdOf(db, box), addresses: [multiaddrOf(origin)] }),
    provides: (cid) => contentOwners.isPublic(cid.toV1()),
    define: () =>
      jobs.define(queue, { concurrency, retries: pinAttemptsMax, expireSeconds: attemptSeconds, backOffSeconds }),
    work: async () => {
      await requeueLost();
      await jobs.work<{ id: string }>(queue, ({ id }, signal) => worker(id, signal));
    },
  };
};

/** Returns the roots that a pin holds: its content, and the content of the pin it replaces. */
const heldBy = ({ status, root, replaced_root }: PinRow): string[] => [
  ...(status === "pinned" ? [root] : []),
  ...(replaced_root === null ? [] : [replaced_root]),
];

const peerPurpose = "peer";

export const sealedPeerKey: SealedColumn = {
  table: "pinning_peer",
  column: "sealed_key",
  key: "only_one",
  purpose: () => peerPurpose,
};

/**
 * Returns this server's peer ID, created on first use. The IPFS Pinning Service API requires multiaddrs that end with a
 * peer ID, and clients reject responses without one.
 */
const peerIdOf = async (db: Db, box: SecretBox): Promise<string> => {
  const existing = await db.selectFrom("pinning_peer").select("peer_id").executeTakeFirst();
  if (existing) return existing.peer_id;
  const pair = await generateKeyPair("Ed25519");
  const peer_id = base58btc.encode(pair.publicKey.toMultihash().bytes).slice(1);
  const sealed_key = box.seal(peerPurpose, Buffer.from(privateKeyToProtobuf(pair)).toString("base64"));
  await db
    .insertInto("pinning_peer")
    .values({ peer_id, sealed_key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom("pinning_peer").select("peer_id").executeTakeFirstOrThrow()).peer_id;
};

/** Converts an HTTP origin to a multiaddr: /dns4/cloud.example/tcp/443/https. Nodes dial this machine only by its address. */
const multiaddrOf = (address: string): string => {
  const { protocol, hostname, port } = new URL(address);
  const isSecure = protocol === "https:";
  const host = hostname === "localhost" ? "127.0.0.1" : hostname.replace(/^\[(.*)\]$/, "$1");
  const number = port || (isSecure ? "443" : "80");
  return `/${familyOf(host)}/${host}/tcp/${number}/${isSecure ? "https" : "http"}`;
};

const familyOf = (host: string): string => {
  if (host.includes(":")) return "ip6";
  return /^\d+(\.\d+){3}$/.test(host) ? "ip4" : "dns4";
};
