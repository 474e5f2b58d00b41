/** The realtime engine: socket.io on the one port; through PostgreSQL between processes when there are several. */
import type { Server as HttpServer } from "node:http";

export interface Realtime {
  /** Sends to those sockets of a team that may hear the event: PROJECT_BUILD, updateTeam … */
  toTeam(teamId: string, event: string, payload: object): void;
  toUser(userId: string, event: string, payload: object): void;
  /** Sends to everybody who is connected. */
  toAll(event: string, payload: object): void;
  /** Tells the other processes of this cloud; the own one does not hear it. */
  signal(name: string): void;
  onSignal(name: string, listener: () => void): void;
  /**
   * Asks anew, in every process, for whom a person's sockets speak: closes those whose token has ended and moves the others
   * to what they may hear now.
   */
  recheck(userId: string): void;
  attach(server: HttpServer, authenticate: SocketAuth): void;
  /** Lets all sockets go and no new ones in, so that the HTTP server can close; sending to other processes goes on. */
  detach(): void;
  close(): Promise<void>;
}

export interface SocketOwner {
  readonly userId: string;
  readonly teamId?: string;
  /** The team's events that the owner may hear; none unless said. */
  readonly hears?: readonly string[];
}

/** Whom a socket's token speaks for; undefined refuses the connection. */
export type SocketAuth = (token: string) => Promise<SocketOwner | undefined>;
