/** Who is let in, and into which rooms: those of the person, and of the team's events that the person may hear. */
import type { Logger } from "pino";
import type { Server, Socket } from "socket.io";
import type { SocketAuth, SocketOwner } from "./realtime.ts";

type Refused = Error & { data: { code: string } };

export const userRoom = (userId: string): string => `user:${userId}`;
export const teamRoom = (teamId: string, event: string): string => `team:${teamId}:${event}`;

/** Lets a socket in by its token only. */
export const admitOnly = (io: Server, authenticate: SocketAuth): void => {
  io.use(async (socket, next) => {
    const refusal = await admit(socket, authenticate).catch(() => "INTERNAL");
    if (refusal === undefined) next();
    else next(refused(refusal));
  });
};

/** Closes sockets whose token has ended and moves the others to where they belong now. */
export const readmit = async (sockets: Iterable<Socket>, authenticate: SocketAuth, log: Logger): Promise<void> => {
  for (const socket of sockets) {
    try {
      const owner = await authenticate(tokenOf(socket));
      if (owner) await place(socket, owner);
      else socket.disconnect(true);
    } catch (error) {
      log.warn({ err: error }, "A socket's token could not be checked again");
    }
  }
};

const tokenOf = ({ handshake }: Socket): string => {
  const { authorization } = handshake.query;
  return typeof authorization === "string" ? authorization.replace(/^Bearer\s+/i, "") : "";
};

/** Returns the code with which a socket is refused; undefined when it is in. */
const admit = async (socket: Socket, authenticate: SocketAuth): Promise<string | undefined> => {
  const token = tokenOf(socket);
  const owner = await authenticate(token);
  if (!owner) return "UNAUTHORIZED";
  await place(socket, owner);
  // What changed while the first answer was on its way passed by a socket that was in no room yet.
  const still = await authenticate(token);
  if (!still) return "UNAUTHORIZED";
  await place(socket, still);
  return undefined;
};

const place = async (socket: Socket, { userId, teamId, hears = [] }: SocketOwner): Promise<void> => {
  const rooms = new Set([
    userRoom(userId),
    ...(teamId === undefined ? [] : hears.map((name) => teamRoom(teamId, name))),
  ]);
  for (const room of socket.rooms) if (room !== socket.id && !rooms.has(room)) await socket.leave(room);
  await socket.join([...rooms]);
};

const refused = (code: string): Refused => Object.assign(new Error(code), { data: { code } });
