import type { Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/postgres-adapter";
import { Pool } from "pg";
import type { Logger } from "pino";
import { Server, type Socket } from "socket.io";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import type { Realtime, SocketAuth } from "./realtime.ts";

type Refused = Error & { data: { code: string } };

/** Sockets whose token has ended meanwhile are closed within this time. */
const recheckEveryMs = 60_000;
/** Clients only listen; whoever sends more is not ours. */
const messageBytesMax = 10_000;
const roles = ["web", "worker"] as const;

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
  let recheck: NodeJS.Timeout | undefined;
  let attached = false;
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
    clearInterval(recheck);
    if (!attached) return;
    attached = false;
    io.disconnectSockets(true);
    io.engine.close();
  };
  return {
    toTeam: (teamId, event, payload) => void io.to(`team:${teamId}`).emit(event, payload),
    toUser: (userId, event, payload) => void io.to(`user:${userId}`).emit(event, payload),
    toAll: (event, payload) => void io.emit(event, payload),
    attach: (server: HttpServer, authenticate) => {
      admitOnly(io, authenticate);
      io.attach(server);
      attached = true;
      recheck = setInterval(() => void dropEnded(io, authenticate, log), recheckEveryMs);
      recheck.unref();
    },
    detach,
    close: async () => {
      detach();
      await io.of("/").adapter.close();
      await pool?.end();
    },
  };
};

const tokenOf = ({ handshake }: Socket): string => {
  const { authorization } = handshake.query;
  return typeof authorization === "string" ? authorization.replace(/^Bearer\s+/i, "") : "";
};

/** Lets a socket in by its token, and only into the rooms of the person and the team for whom it speaks. */
const admitOnly = (io: Server, authenticate: SocketAuth): void => {
  io.use(async (socket, next) => {
    const refusal = await admit(socket, authenticate).catch(() => "INTERNAL");
    if (refusal === undefined) next();
    else next(refused(refusal));
  });
};

/** Returns the code with which a socket is refused; undefined when it is in. */
const admit = async (socket: Socket, authenticate: SocketAuth): Promise<string | undefined> => {
  const owner = await authenticate(tokenOf(socket));
  if (!owner) return "UNAUTHORIZED";
  await socket.join(`user:${owner.userId}`);
  if (owner.teamId !== undefined) await socket.join(`team:${owner.teamId}`);
  return undefined;
};

const refused = (code: string): Refused => Object.assign(new Error(code), { data: { code } });

const dropEnded = async (io: Server, authenticate: SocketAuth, log: Logger): Promise<void> => {
  for (const socket of io.sockets.sockets.values()) {
    try {
      if (!(await authenticate(tokenOf(socket)))) socket.disconnect(true);
    } catch (error) {
      log.warn({ err: error }, "A socket's token could not be checked again");
    }
  }
};
