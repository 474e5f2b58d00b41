/** The socket to the cloud: one connection, opened by the first listener, with the team's token. */
import type { Socket } from "socket.io-client";
import type { BuildEvent } from "../../../resources/hosting/events.ts";
import { atRest } from "../lib/at-rest.ts";
import { session } from "./session/session.ts";

export interface RealtimeEvents {
  PROJECT_BUILD: BuildEvent;
  updateUser: unknown;
  joinTeam: unknown;
  updateTeam: unknown;
  /** The connection stands again after a break: what was missed must be asked for. */
  reconnect: undefined;
}

type Listener = (payload: never) => void;
const listeners = new Map<string, Set<Listener>>();
let opening: Promise<Socket | undefined> | undefined;

/** Calls back on each event of that name; returns the way to stop. */
export const onRealtime = <Name extends keyof RealtimeEvents>(
  name: Name,
  listener: (payload: RealtimeEvents[Name]) => void,
): (() => void) => {
  const known = listeners.get(name) ?? new Set<Listener>();
  listeners.set(name, known.add(listener));
  connect();
  return () => known.delete(listener);
};

/** Ends the connection; the next listener opens a new one. */
export const closeRealtime = async (): Promise<void> => {
  const socket = await opening;
  opening = undefined;
  socket?.disconnect();
};

const connect = (): void => {
  opening ??= open().catch(() => {
    // The client's code could not be loaded: once the line is back, it is tried again.
    opening = undefined;
    addEventListener("online", connect, { once: true });
    return undefined;
  });
};

const open = async (): Promise<Socket> => {
  await atRest();
  const { io } = await import("socket.io-client");
  let wasConnected = false;
  const socket = io({ path: "/socket.io", transports: ["websocket", "polling"], query: credentials() });
  socket.io.on("reconnect_attempt", () => (socket.io.opts.query = credentials()));
  socket.onAny((name: string, payload: unknown) => emit(name, payload));
  socket.on("connect", () => {
    if (wasConnected) emit("reconnect", undefined);
    wasConnected = true;
  });
  return socket;
};

const credentials = (): { authorization: string } => {
  const { team, token } = session.get();
  return { authorization: team?.token ?? token ?? "" };
};

const emit = (name: string, payload: unknown): void => {
  for (const listener of listeners.get(name) ?? []) listener(payload as never);
};
