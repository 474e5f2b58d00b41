import type { Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/postgres-adapter";
import { Pool } from "pg";
import type { Logger } from "pino";
import { Server } from "socket.io";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import { admitOnly, readmit, teamRoom, userRoom } from "./admission.ts";
import type { Realtime, SocketAuth } from "./realtime.ts";

/** Sockets whose token has ended meanwhile, and of which nobody told us, are closed within this time. */
const recheckEveryMs = 60_000;
/** Clients only listen; whoever sends more is not ours. */
const messageBytesMax = 10_000;
const roles = ["web", "worker"] as const;
const recheckSignal = "recheck";

/** socket.io: in memory for a cloud of one process, through PostgreSQL's NOTIFY between several. */
export const openRealtime = async (
  config: Pick<Config, "DATABASE_URL" | "ROLE">,
  database: Pick<Database, "connection">,
  log: Logger,
): Promise<Realtime> => {
  const shared = config.DATABASE_URL !== undefined || !roles.every((role) => config.ROLE.includes(role));
  // A pool of its own, which reads int8 keys as the driver's strings: one connection listens, and by the only other one events
  // leave in the order in which they were sent.
  const pool = shared ? new Pool({ ...database.connection, max: 2 }) : undefined;
  pool?.on("error", (error) => log.warn({ err: error }, "A socket database connection broke"));
  let timer: NodeJS.Timeout | undefined;
  let attached = false;
  let authenticate: SocketAuth = async () => undefined;
  const io = new Server({
    path: "/socket.io",
    serveClient: false,
    destroyUpgrade: false,
    transports: ["websocket", "polling"],
    maxHttpBufferSize: messageBytesMax,
    allowRequest: (_request, answer) => answer(null, attached),
    ...(pool && {
      adapter: createAdapter(pool, { errorHandler: (error) => log.warn({ err: error }, "Socket adapter") }),
    }),
  });
  // Not io.close(): that would wait for the HTTP server too, which is not ours.
  const detach = (): void => {
    clearInterval(timer);
    if (!attached) return;
    attached = false;
    io.disconnectSockets(true);
    io.engine.close();
  };
  const recheckHere = (userId: string): void => {
    const theirs = [...io.sockets.sockets.values()].filter(({ rooms }) => rooms.has(userRoom(userId)));
    void readmit(theirs, authenticate, log);
  };
  io.on(recheckSignal, recheckHere);
  return {
    toTeam: (teamId, event, payload) => void io.to(teamRoom(teamId, event)).emit(event, payload),
    toUser: (userId, event, payload) => void io.to(userRoom(userId)).emit(event, payload),
    toAll: (event, payload) => void io.emit(event, payload),
    signal: (name) => void (shared && io.serverSideEmit(name)),
    onSignal: (name, listener) => void io.on(name, listener),
    recheck: (userId) => {
      // What was sent before is still on its way through the database: who is let go hears it first.
      if (pool)
        void pool.query("select 1").then(
          () => recheckHere(userId),
          () => recheckHere(userId),
        );
      else recheckHere(userId);
      if (shared) io.serverSideEmit(recheckSignal, userId);
    },
    attach: (server: HttpServer, known) => {
      authenticate = known;
      admitOnly(io, authenticate);
      io.attach(server);
      attached = true;
      timer = setInterval(() => void readmit(io.sockets.sockets.values(), authenticate, log), recheckEveryMs);
      timer.unref();
    },
    detach,
    close: async () => {
      detach();
      await io.of("/").adapter.close();
      await pool?.end();
    },
  };
};
