import type { Server as HttpServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { createAdapter } from "@socket.io/postgres-adapter";
import type { Logger } from "pino";
import { Server, type Socket } from "socket.io";
import { Client, DatabaseError, Pool, type PoolConfig, type QueryResult } from "pg";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import type { Realtime, SocketAuth, SocketOwner } from "./realtime.ts";
import { unavailability } from "../database/unavailable.ts";

/** Clients send no messages, so larger ones are rejected. */
const messageBytesMax = 10_000;
/** While the database is down, nothing waits longer than this for pending events. */
const settleMs = 2000;
const roles = ["web", "worker"] as const;
const recheckSignal = "recheck";

/** Opens socket.io: in memory with one process, through PostgreSQL's NOTIFY with several. */
export const openRealtime = async (
  config: Pick<Config, "DATABASE_URL" | "ROLE">,
  database: Pick<Database, "connection">,
  log: Logger,
): Promise<Realtime> => {
  const shared = config.DATABASE_URL !== undefined || !roles.every((role) => config.ROLE.includes(role));
  const signals = new Map<string, ((subject?: string) => void)[]>();
  const link = shared ? openLink(database.connection, log, () => catchUp()) : undefined;
  let attached = false;
  let authenticate: SocketAuth = async () => undefined;
  let farewell = "";
  const io = new Server({
    path: "/socket.io",
    serveClient: false,
    destroyUpgrade: false,
    transports: ["websocket", "polling"],
    maxHttpBufferSize: messageBytesMax,
    allowRequest: (_request, answer) => answer(null, attached),
    ...(link && {
      adapter: createAdapter(link.pool, { errorHandler: (error) => log.warn({ err: error }, "Socket adapter error") }),
    }),
  });
  // Not io.close(): it would also wait for the HTTP server, which is managed elsewhere.
  const detach = (): void => {
    if (!attached) return;
    attached = false;
    io.disconnectSockets(true);
    io.engine.close();
  };
  const recheckLocal = (userId: string): void => {
    const theirs = [...io.sockets.sockets.values()].filter(({ rooms }) => rooms.has(userRoom(userId)));
    void readmit(theirs, { authenticate, farewell, log });
  };
  io.on(recheckSignal, recheckLocal);
  /** Signals and permission changes may have been missed, so assume all of them. */
  const catchUp = (): void => {
    for (const listeners of signals.values()) for (const listener of listeners) listener();
    void readmit(io.sockets.sockets.values(), { authenticate, farewell, log });
  };
  return {
    toTeam: (teamId, event, payload) => void io.to(teamRoom(teamId, event)).emit(event, payload),
    toUser: (userId, event, payload) => void io.to(userRoom(userId)).emit(event, payload),
    toAll: (event, payload) => void io.emit(event, payload),
    signal: (name, subject) =>
      void (shared && (subject === undefined ? io.serverSideEmit(name) : io.serverSideEmit(name, subject))),
    onSignal: (name, listener) => {
      signals.set(name, [...(signals.get(name) ?? []), listener]);
      io.on(name, listener);
    },
    recheck: (userId) => {
      // Wait for events still in the database, so that closed sockets receive them first.
      if (link) void Promise.race([link.settled(), delay(settleMs)]).then(() => recheckLocal(userId));
      else recheckLocal(userId);
      if (shared) io.serverSideEmit(recheckSignal, userId);
    },
    attach: (server: HttpServer, known, event) => {
      authenticate = known;
      farewell = event;
      admitOnly(io, authenticate);
      io.attach(server);
      attached = true;
    },
    recheckAll: () => readmit(io.sockets.sockets.values(), { authenticate, farewell, log }),
    detach,
    close: async () => {
      detach();
      await io.of("/").adapter.close();
      await link?.close();
    },
  };
};

// Admits sockets and assigns rooms: the user's, and the team events the user may receive.

type Refused = Error & { data: { code: string } };

const userRoom = (userId: string): string => `user:${userId}`;
const teamRoom = (teamId: string, event: string): string => `team:${teamId}:${event}`;

/** Admits a socket by its token only. */
const admitOnly = (io: Server, authenticate: SocketAuth): void => {
  io.use(async (socket, next) => {
    const refusal = await admit(socket, authenticate).catch(codeOf);
    if (refusal === undefined) next();
    else next(refused(refusal));
  });
};

interface Admission {
  readonly authenticate: SocketAuth;
  readonly farewell: string;
  readonly log: Logger;
}

/** Closes sockets with expired tokens and reassigns the rooms of the others. */
const readmit = async (sockets: Iterable<Socket>, { authenticate, farewell, log }: Admission): Promise<void> => {
  for (const socket of sockets) {
    try {
      const owner = await authenticate(tokenOf(socket));
      if (owner) await place(socket, owner);
      else {
        // A check for another reason can be the first to see that the token ended, before the event that says why.
        socket.emit(farewell, {});
        socket.disconnect(true);
      }
    } catch (error) {
      log.warn({ err: error }, "Could not recheck a socket's token");
    }
  }
};

const tokenOf = ({ handshake }: Socket): string => {
  const { authorization } = handshake.query;
  return typeof authorization === "string" ? authorization.replace(/^Bearer\s+/i, "") : "";
};

/** Returns the code for a refused socket; undefined when admitted. */
const admit = async (socket: Socket, authenticate: SocketAuth): Promise<string | undefined> => {
  const token = tokenOf(socket);
  const owner = await authenticate(token);
  if (!owner) return "UNAUTHORIZED";
  await place(socket, owner);
  // Changes during the first check missed sockets that were in no room yet, so check again.
  const still = await authenticate(token);
  if (!still) return "UNAUTHORIZED";
  await place(socket, still);
  return undefined;
};

const place = async (socket: Socket, { userId, teamId, receives = [] }: SocketOwner): Promise<void> => {
  const rooms = new Set([
    userRoom(userId),
    ...(teamId === undefined ? [] : receives.map((name) => teamRoom(teamId, name))),
  ]);
  for (const room of socket.rooms) if (room !== socket.id && !rooms.has(room)) await socket.leave(room);
  await socket.join([...rooms]);
};

/** Tells clients to retry when only the database is unavailable. */
const codeOf = (error: unknown): string => (unavailability(error) === undefined ? "INTERNAL" : "DATABASE_UNAVAILABLE");

const refused = (code: string): Refused => Object.assign(new Error(code), { data: { code } });

// Connections that carry events between processes through PostgreSQL. They survive database restarts.

const firstRetryMs = 200;
const retryMsMax = 5000;
/** Events are dropped after this; clients reload their data when they reconnect. */
const retryForMs = 30_000;
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 10_000 };

/**
 * Uses one connection to listen and one to send, in order. `onReconnect` is called once listening works again: events sent in the meantime are
 * lost.
 */
const openLink = (connection: PoolConfig, log: Logger, onReconnect: () => void) => {
  const sender = new Pool({ ...connection, ...keepAlive, max: 1 });
  sender.on("error", (error) => log.warn({ err: error }, "Lost the connection that sends events"));
  let listener: Client | undefined;
  let hasListened = false;
  let isClosed = false;
  let sending: Promise<unknown> = Promise.resolve();

  /** The adapter requests a connection, listens, and requests another after its "end". */
  const connect = async () => {
    // A failed listener is still open. Two listeners would receive everything twice.
    listener?.removeAllListeners("notification").removeAllListeners("end");
    void listener?.end().catch(() => undefined);
    const client = new Client({ ...connection, ...keepAlive });
    listener = client;
    client.on("error", (error) => log.warn({ err: error }, "Lost the connection that receives events"));
    await client.connect();
    const query = client.query.bind(client) as (text: string) => Promise<QueryResult>;
    const listen = async (text: string): Promise<QueryResult> => {
      const result = await query(text);
      if (hasListened) {
        log.info("Reconnected to the event channel");
        onReconnect();
      }
      hasListened = true;
      return result;
    };
    return Object.assign(client, { query: listen, release: () => void client.end().catch(() => undefined) });
  };

  const send = async (args: readonly unknown[]): Promise<unknown> => {
    const query = sender.query.bind(sender) as (...given: readonly unknown[]) => Promise<unknown>;
    const giveUpAt = Date.now() + retryForMs;
    for (let wait = firstRetryMs; ; wait = Math.min(wait * 2, retryMsMax)) {
      try {
        return await query(...args);
      } catch (error) {
        if (isClosed || Date.now() + wait > giveUpAt || isRefused(error)) throw error;
        await delay(wait, undefined, { ref: false });
      }
    }
  };

  const inOrder = (...args: readonly unknown[]): Promise<unknown> => {
    const sent = sending.then(() => send(args));
    sending = sent.catch(() => undefined);
    return sent;
  };

  return {
    /** The pool interface of the socket adapter. */
    pool: { connect, query: inOrder } as unknown as Pool,
    /** Resolves when previously sent events have left. */
    settled: (): Promise<unknown> => sending,
    close: async (): Promise<void> => {
      isClosed = true;
      await listener?.end().catch(() => undefined);
      await sender.end();
    },
  };
};

/** Returns whether the database itself returned the error. Errors without SQLSTATE, such as EPIPE, come from the connection. */
const isRefused = (error: unknown): boolean => error instanceof DatabaseError && unavailability(error) === undefined;
