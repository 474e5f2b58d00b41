import type { Server as HttpServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { createAdapter } from "@socket.io/postgres-adapter";
import type { Logger } from "pino";
import { Server } from "socket.io";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import { admitOnly, readmit, teamRoom, userRoom } from "./admission.ts";
import { openLink } from "./link.ts";
import type { Realtime, SocketAuth } from "./realtime.ts";

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
  const signals = new Map<string, (() => void)[]>();
  const link = shared ? openLink(database.connection, log, () => catchUp()) : undefined;
  let attached = false;
  let authenticate: SocketAuth = async () => undefined;
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
    void readmit(theirs, authenticate, log);
  };
  io.on(recheckSignal, recheckLocal);
  /** Signals and permission changes may have been missed, so assume all of them. */
  const catchUp = (): void => {
    for (const listeners of signals.values()) for (const listener of listeners) listener();
    void readmit(io.sockets.sockets.values(), authenticate, log);
  };
  return {
    toTeam: (teamId, event, payload) => void io.to(teamRoom(teamId, event)).emit(event, payload),
    toUser: (userId, event, payload) => void io.to(userRoom(userId)).emit(event, payload),
    toAll: (event, payload) => void io.emit(event, payload),
    signal: (name) => void (shared && io.serverSideEmit(name)),
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
    attach: (server: HttpServer, known) => {
      authenticate = known;
      admitOnly(io, authenticate);
      io.attach(server);
      attached = true;
    },
    recheckAll: () => readmit(io.sockets.sockets.values(), authenticate, log),
    detach,
    close: async () => {
      detach();
      await io.of("/").adapter.close();
      await link?.close();
    },
  };
};
