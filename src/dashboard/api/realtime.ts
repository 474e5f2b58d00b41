/** The socket to the cloud: one connection, opened by the first listener, with the team's token. */
import type { Socket } from "socket.io-client";
import type { BuildEvent } from "../../../resources/hosting/events.ts";
import { atRest, settled } from "../lib/at-rest.ts";
import { session } from "./session/session.ts";

export interface RealtimeEvents {
  PROJECT_BUILD: BuildEvent;
  updateUser: unknown;
  joinTeam: unknown;
  updateTeam: unknown;
  /** The connection stands, at last or again: what was missed until now must be asked for. */
  connected: undefined;
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
    if (wasConnected) emit("connected", undefined);
    // A page is drawn before its socket is opened. What happened in between is rare, so asking for it can wait.
    else void settled().then(() => emit("connected", undefined));
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
