/** The realtime engine: socket.io on the one port; through PostgreSQL between processes when there are several. */
import type { Server as HttpServer } from "node:http";

export interface Realtime {
  /** Sends to every socket of a team: PROJECT_BUILD, updateTeam … */
  toTeam(teamId: string, event: string, payload: object): void;
  toUser(userId: string, event: string, payload: object): void;
  /** Sends to everybody who is connected. */
  toAll(event: string, payload: object): void;
  attach(server: HttpServer, authenticate: SocketAuth): void;
  /** Lets all sockets go and no new ones in, so that the HTTP server can close; sending to other processes goes on. */
  detach(): void;
  close(): Promise<void>;
}

/** Whom a socket's token speaks for; undefined refuses the connection. */
export type SocketAuth = (token: string) => Promise<{ readonly userId: string; readonly teamId?: string } | undefined>;
