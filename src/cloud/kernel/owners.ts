/**
 * Owners: of what only one process may run at a time, such as a chain's node, one process with ROLE=owner holds a lease in the table
 * `owner_lease`. All processes call it by name: in their own process if they own it, otherwise over the owner's internal address.
 *
 * A lease counts while its holder renews its row in `owner_process`, by the database's clock. What the owner writes is fenced by the lease's
 * row: a process that was paused while another one took over can't commit, so it can't acknowledge.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { inBackground } from "../engines/database/background.ts";
import type { Database, Db, Trx } from "../engines/database/database.ts";
import { RpcError } from "../engines/network/rpc-error.ts";
import type { Realtime } from "../engines/realtime/realtime.ts";
import { AppError } from "./app-error.ts";
import { asAppError } from "./calls/envelope.ts";
import {
  createLinkClient,
  LinkBroken,
  openLinkServer,
  type LinkConfig,
  type LinkReply,
  type LinkServer,
} from "./owner-link.ts";
import { processId } from "./process-id.ts";
import { repeat } from "./repeat.ts";

/** What an owner runs under a lease. */
export interface Owned {
  /** Answers a call of any process. JSON in and out; of its errors, RpcError reaches the caller as it is. */
  answer(request: never): Promise<unknown>;
  /** Returns whether another process could own it from the next call on, without losing anything in memory. */
  isIdle?(): boolean;
  /** Runs when another process owns it, or none. */
  close(): Promise<void>;
}

/**
 * Throws unless this process still owns it, and keeps others from taking over until the transaction ends. Everything that an owner
 * acknowledges is written behind it.
 */
export type Fence = (trx: Db) => Promise<unknown>;

export interface Kind {
  /** "evm", "ton". */
  readonly name: string;
  /** Starts to run one of the kind, and what was interrupted. */
  open(id: string, fence: Fence): Promise<Owned>;
  /** IDs with work to do, even if nothing is called. */
  wanted?(): Promise<readonly string[]>;
}

export interface CallOptions {
  /** Whether a call may be repeated when the owner ended before its reply. Default: true. */
  readonly mayRepeat?: boolean;
}

/** Calls the owners of a kind. */
export interface Owning {
  /** Throws RpcError, and AppError with status 503 while there is no owner. */
  call(id: string, request: unknown, options?: CallOptions): Promise<unknown>;
  /** Returns whether a process owns it and runs something for it. */
  isOwned(id: string): Promise<boolean>;
}

export interface Owners {
  /** Declares a kind, in all processes. Resolves once this process has taken over what it should. */
  define(kind: Kind): Promise<Owning>;
  /** Tells the other processes of something, not this one. A signal may get lost. */
  readonly signal: Realtime["signal"];
  readonly onSignal: Realtime["onSignal"];
  /** Hands everything over: other processes may take over at once. */
  close(): Promise<void>;
}

/** Another process owns it, or none: the call is repeated there. */
export class NotOwner extends Error {}

/** Returns the same database, whose transactions begin behind the fence. */
export const fenced = (db: Db, fence: Fence): Db =>
  new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name === "transaction") return () => fencedTransaction(target, fence);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });

const fencedTransaction = (db: Db, fence: Fence) => ({
  execute: <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      await fence(trx);
      return work(trx);
    }),
});

const unavailable = (): AppError =>
  new AppError("SERVER_BUSY", { message: "Local chains are unavailable. Try again in a few seconds." });

/**
 * Opens the owners of an instance with one process, which owns everything: with an embedded database, no other process can.
 */
export const ownAlone = (): Owners => {
  const closers: (() => Promise<void>)[] = [];
  return {
    define: async ({ open, wanted }) => {
      const opened = new Map<string, Promise<Owned>>();
      const get = (id: string): Promise<Owned> => {
        const known = opened.get(id) ?? open(id, async () => undefined);
        opened.set(id, known);
        known.catch(() => opened.delete(id));
        return known;
      };
      const takeOver = async (): Promise<void> => {
        for (const id of (await wanted?.()) ?? []) await get(id);
      };
      const stop = repeat(aloneMs, () => void takeOver().catch(() => undefined));
      closers.push(async () => {
        stop();
        await Promise.allSettled([...opened.values()].map(async (owned) => (await owned).close()));
      });
      await takeOver();
      return {
        call: async (id, request) => (await get(id)).answer(request as never),
        isOwned: async (id) => isBusy(await opened.get(id)),
      };
    },
    signal: () => undefined,
    onSignal: () => undefined,
    close: async () => {
      for (const close of closers.splice(0).toReversed()) await close();
    },
  };
};

const isBusy = (owned: Owned | undefined): boolean => owned !== undefined && !owned.isIdle?.();

export interface OwnersOptions {
  readonly config: LinkConfig & Pick<Config, "ROLE" | "WORKER_ID">;
  readonly database: Pick<Database, "db">;
  readonly realtime: Pick<Realtime, "signal" | "onSignal">;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  /** Milliseconds after which what a silent process owns may be taken over. */
  readonly leaseMs?: number;
  /** Milliseconds that a call waits for an owner: longer than a lease and the start of a node. */
  readonly patienceMs?: number;
}

interface Place {
  readonly id: string;
  readonly address: string;
  /** Whether it holds the lease, rather than being the one to ask first. */
  readonly isHolder: boolean;
}

/** Interval of looking for work without an owner, in an instance with one process. */
const aloneMs = 15_000;
const retryMs = 200;
const signalName = "owners";
/** Processes that have ended are forgotten after this. */
const forgottenMinutes = 10;

/** Opens the owners of an instance with several processes; in those with ROLE=owner, listens for the calls of the others. */
export const openOwners = async (options: OwnersOptions): Promise<Owners> => {
  const { config, realtime, log, leaseMs = 8000, patienceMs = 30_000 } = options;
  const { db } = options.database;
  const id = randomUUID();
  const isOwner = config.ROLE.includes("owner");
  const kinds = new Map<string, Kind>();
  const running = new Map<string, Promise<Owned>>();
  const places = new Map<string, Place>();
  const closing = new AbortController();
  const client = createLinkClient(config);
  let changed = Promise.withResolvers<void>();

  realtime.onSignal(signalName, () => {
    places.clear();
    changed.resolve();
    changed = Promise.withResolvers();
  });
  const pause = (): Promise<unknown> => Promise.race([delay(retryMs, undefined, { ref: false }), changed.promise]);

  /** The holder of a lease; without one, the process that owns least of its kind, then least. Undefined if no owner runs. */
  const find = async (name: string): Promise<Place | undefined> => {
    const { rows } = await sql<Place>`
      select p.id, p.address, l.name is not null as "isHolder"
      from owner_process p left join owner_lease l on l.holder = p.id and l.name = ${name}
      where p.lease_until > now()
      order by l.name is null,
        (select count(*) from owner_lease where holder = p.id and split_part(name, ':', 1) = ${name.split(":")[0]}),
        (select count(*) from owner_lease where holder = p.id), md5(${name} || p.id::text)
      limit 1`.execute(db);
    return rows[0];
  };

  /** Takes a lease that no running process holds. */
  const acquire = async (name: string): Promise<boolean> => {
    if (closing.signal.aborted) return false;
    const { rows } = await sql`
      insert into owner_lease (name, holder)
      select ${name}, id from owner_process where id = ${id} and lease_until > now()
      on conflict (name) do update set holder = excluded.holder, since = now()
      where owner_lease.holder = excluded.holder
        or not exists (select from owner_process p where p.id = owner_lease.holder and p.lease_until > now())
      returning name`.execute(db);
    if (rows.length === 0) return false;
    realtime.signal(signalName, name);
    return true;
  };

  const fenceOf =
    (name: string): Fence =>
    async (trx) => {
      const { rows } = await sql`
        select from owner_lease where name = ${name} and holder = ${id} for share`.execute(trx);
      if (rows.length === 0) throw new NotOwner(`Another process owns ${name}.`);
    };

  /** Stops running what another process owns now. */
  const drop = (name: string): void => {
    const owned = running.get(name);
    running.delete(name);
    places.delete(name);
    owned
      ?.then(({ close }) => close())
      .catch((error: unknown) => log.warn({ err: error, name }, "Handing over was not clean"));
  };

  /** Runs what this process owns. Undefined if another process does. */
  const own = async (name: string): Promise<Owned | undefined> => {
    const known = running.get(name);
    if (known) return known;
    const [kind = "", ...rest] = name.split(":");
    const { open } = kinds.get(kind) ?? {};
    if (!isOwner || !open || !(await acquire(name))) return undefined;
    const again = running.get(name);
    if (again) return again;
    // Not as part of the caller's request: it outlives that.
    const opening = inBackground(() => open(rest.join(":"), fenceOf(name)));
    running.set(name, opening);
    opening.catch(() => running.get(name) === opening && running.delete(name));
    return opening;
  };

  /** Calls what this process owns. Throws NotOwner. */
  const answerHere = async (name: string, request: unknown): Promise<unknown> => {
    const owned = await own(name);
    if (!owned) throw new NotOwner(`Another process owns ${name}.`);
    try {
      return await owned.answer(request as never);
    } catch (error) {
      if (error instanceof NotOwner) drop(name);
      throw error;
    }
  };

  /** Aborts when the owner is no longer the one that was asked: a paused process keeps its connections open. */
  const whileThere = (name: string, place: Place): AbortSignal & Disposable => {
    const gone = new AbortController();
    const look = async (): Promise<void> => {
      while (!gone.signal.aborted) {
        await delay(leaseMs / 4, undefined, { ref: false, signal: gone.signal }).catch(() => undefined);
        if (gone.signal.aborted) return;
        const now = await find(name).catch(() => place);
        if (now?.id !== place.id) gone.abort(new Error("The owner has changed."));
      }
    };
    void look();
    return Object.assign(gone.signal, { [Symbol.dispose]: () => gone.abort() });
  };

  const answerThere = async (name: string, place: Place, request: unknown): Promise<unknown> => {
    using signal = whileThere(name, place);
    const { status, body } = await client.post(place.address, `/${encodeURIComponent(name)}`, request, signal);
    const { result, refused, message } = (body ?? {}) as Partial<Answered>;
    if (refused) throw new RpcError(refused.code, refused.message, refused.data);
    if (status === 200) return result;
    if (status === 421) throw new NotOwner();
    if (status === 503) throw new AppError("SERVER_BUSY", message === undefined ? {} : { message });
    throw new Error(`The owner of ${name} failed: ${message ?? status}`);
  };

  const call = async (name: string, request: unknown, { mayRepeat = true }: CallOptions): Promise<unknown> => {
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        if (running.has(name)) return await answerHere(name, request);
        const place = places.get(name) ?? (await find(name));
        if (place?.isHolder) places.set(name, place);
        if (place?.id === id) return await answerHere(name, request);
        if (place) return await answerThere(name, place, request);
        throw new NotOwner(`No process with ROLE=owner is running.`);
      } catch (error) {
        places.delete(name);
        const isElsewhere = error instanceof NotOwner || (error instanceof LinkBroken && (mayRepeat || !error.wasSent));
        if (!isElsewhere && !(error instanceof LinkBroken)) throw error;
        if (!isElsewhere || performance.now() > until || closing.signal.aborted) {
          log.warn({ err: error, name }, "An owner was not reached");
          throw unavailable();
        }
      }
      await pause();
    }
  };

  /** Renews the leases of this process, and stops running what was taken over. */
  const renew = async (): Promise<void> => {
    const { rows } = await sql<{ name: string }>`
      with alive as (
        insert into owner_process (id, name, address, lease_until)
        values (${id}, ${processId(config)}, ${server!.address}, now() + ${leaseMs} * interval '1 ms')
        on conflict (id) do update set lease_until = excluded.lease_until
      ), ended as (
        delete from owner_process where lease_until < now() - ${forgottenMinutes} * interval '1 minute' and id <> ${id}
      )
      select name from owner_lease where holder = ${id}`.execute(db);
    const held = new Set(rows.map(({ name }) => name));
    for (const name of running.keys()) if (!held.has(name)) drop(name);
  };

  /** Takes over what has work to do and no owner, up to this process's share of everything that is owned. */
  const takeOver = async (): Promise<void> => {
    const names: string[] = [];
    for (const { name, wanted } of kinds.values())
      for (const each of (await wanted?.()) ?? []) names.push(nameOf(name, each));
    const wanted = names.filter((name) => !running.has(name));
    if (wanted.length === 0) return;
    const { rows } = await sql<{ free: string[] | null; owners: number; owned: number; mine: number }>`
      with live as (
        select l.name, l.holder from owner_lease l join owner_process p on p.id = l.holder where p.lease_until > now()
      )
      select (select array_agg(name) from unnest(${wanted}::text[]) name
          where not exists (select from live where live.name = name.name and live.holder <> ${id})) as free,
        (select count(*)::int from owner_process where lease_until > now()) as owners,
        (select count(*)::int from live) as owned, (select count(*)::int from live where holder = ${id}) as mine`.execute(
      db,
    );
    const { free, owners, owned, mine } = rows[0]!;
    if (!free) return;
    const share = Math.max(1, Math.ceil((owned + free.length) / Math.max(1, owners)) - mine);
    for (const name of free.slice(0, share))
      await own(name).catch((error: unknown) => log.warn({ err: error, name }, "Taking over failed; retrying"));
  };

  /** Gives up what is idle, so that the next call places it where least is owned. */
  const release = async (): Promise<void> => {
    for (const [name, opening] of running) {
      const owned = await opening.catch(() => undefined);
      if (!owned?.isIdle?.()) continue;
      await sql`delete from owner_lease where name = ${name} and holder = ${id}`.execute(db);
      // A call that came meanwhile is refused by the fence if it writes, and repeated.
      if (owned.isIdle()) drop(name);
    }
  };

  const handle = async (path: string, request: unknown): Promise<LinkReply> => {
    const name = path.slice(1);
    try {
      return { status: 200, body: { result: await answerHere(name, request) } };
    } catch (error) {
      if (error instanceof NotOwner) return { status: 421, body: {} };
      if (error instanceof RpcError) {
        const { code, message, data } = error;
        return { status: 200, body: { refused: { code, message, data } } };
      }
      const known = asAppError(error);
      if (known?.status === 503) return { status: 503, body: { message: known.message } };
      log.error({ err: error, name }, "A call of another process failed");
      return { status: 500, body: { message: error instanceof Error ? error.message : String(error) } };
    }
  };

  let server: LinkServer | undefined;
  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await delay(leaseMs / 4, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      await renew()
        .then(takeOver)
        .then(release)
        .catch((error: unknown) => log.warn({ err: error }, "Owners are waiting for the database"));
    }
  };
  let looping: Promise<void> = Promise.resolve();
  const open = async (): Promise<void> => {
    server = await openLinkServer(config, handle);
    await renew();
    looping = inBackground(loop);
  };
  /** With the first kind: an instance with external engines only needs no owner. */
  let opening: Promise<void> | undefined;

  return {
    define: async (kind) => {
      kinds.set(kind.name, kind);
      if (isOwner) await (opening ??= open()).then(takeOver);
      return {
        call: (each, request, given = {}) => call(nameOf(kind.name, each), request, given),
        isOwned: async (each) => {
          const name = nameOf(kind.name, each);
          const here = running.get(name);
          return here ? isBusy(await here) : ((await find(name))?.isHolder ?? false);
        },
      };
    },
    signal: realtime.signal,
    onSignal: realtime.onSignal,
    close: async () => {
      closing.abort();
      await looping;
      // First, so that others take over at once: the database refuses what this process still writes.
      await sql`delete from owner_process where id = ${id}`
        .execute(db)
        .catch((error: unknown) => log.warn({ err: error }, "The leases are not released; they expire"));
      if (isOwner) realtime.signal(signalName);
      const last = [...running.values()].toReversed();
      running.clear();
      for (const opening of last) await opening.then(({ close }) => close()).catch(() => undefined);
      await server?.close();
      client.close();
    },
  };
};

interface Answered {
  readonly result: unknown;
  readonly refused: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly message: string;
}

const nameOf = (kind: string, id: string): string => (id === "" ? kind : `${kind}:${id}`);
