/** Admits sockets and assigns rooms: the user's, and the team events the user may receive. */
import type { Logger } from "pino";
import type { Server, Socket } from "socket.io";
import { unavailability } from "../database/unavailable.ts";
import type { SocketAuth, SocketOwner } from "./realtime.ts";

type Refused = Error & { data: { code: string } };

export const userRoom = (userId: string): string => `user:${userId}`;
export const teamRoom = (teamId: string, event: string): string => `team:${teamId}:${event}`;

/** Admits a socket by its token only. */
export const admitOnly = (io: Server, authenticate: SocketAuth): void => {
  io.use(async (socket, next) => {
    const refusal = await admit(socket, authenticate).catch(codeOf);
    if (refusal === undefined) next();
    else next(refused(refusal));
  });
};

/** Closes sockets with expired tokens and reassigns the rooms of the others. */
export const readmit = async (sockets: Iterable<Socket>, authenticate: SocketAuth, log: Logger): Promise<void> => {
  for (const socket of sockets) {
    try {
      const owner = await authenticate(tokenOf(socket));
      if (owner) await place(socket, owner);
      else socket.disconnect(true);
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
