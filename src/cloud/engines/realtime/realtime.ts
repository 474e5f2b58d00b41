/** The realtime engine: socket.io on the main port, through PostgreSQL with several processes. */
import type { Server as HttpServer } from "node:http";

export interface Realtime {
  /** Sends to the team's sockets that may receive the event: PROJECT_BUILD, updateTeam … */
  toTeam(teamId: string, event: string, payload: object): void;
  toUser(userId: string, event: string, payload: object): void;
  /** Sends to all connected sockets. */
  toAll(event: string, payload: object): void;
  /** Signals the other processes, not this one. `subject` says what changed. */
  signal(name: string, subject?: string): void;
  /** Also called without a subject when signals may have been missed because the database was down: anything may have changed. */
  onSignal(name: string, listener: (subject?: string) => void): void;
  /** Rechecks a user's sockets in every process: closes those with expired tokens and reassigns the rooms of the others. */
  recheck(userId: string): void;
  /** Rechecks all sockets of this process: finds expired tokens of which no signal arrived. */
  recheckAll(): Promise<void>;
  /** `farewell`: the event that a socket receives before it is closed because its token has ended. */
  attach(server: HttpServer, authenticate: SocketAuth, farewell: string): void;
  /** Closes all sockets and accepts no new ones, so that the HTTP server can close; sending to other processes continues. */
  detach(): void;
  close(): Promise<void>;
}

export interface SocketOwner {
  readonly userId: string;
  readonly teamId?: string;
  /** Team events the owner may receive; none by default. */
  readonly receives?: readonly string[];
}

/** Returns the owner of a socket's token; undefined rejects the connection. */
export type SocketAuth = (token: string) => Promise<SocketOwner | undefined>;
