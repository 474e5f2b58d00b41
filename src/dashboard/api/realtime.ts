/** The socket to the cloud: one connection, opened by the first listener, with the team's token. */
import type { Socket } from "socket.io-client";
import type { BuildEvent } from "../../../resources/hosting/events.ts";
import { socketRetryMs, socketRetryMsMax } from "../../../resources/limits.ts";
import { atRest, settled } from "../lib/at-rest.ts";
import { loadChunk } from "../lib/load-chunk.ts";
import { session } from "./session/session.ts";

export interface RealtimeEvents {
  PROJECT_BUILD: BuildEvent;
  updateUser: unknown;
  joinTeam: unknown;
  updateTeam: unknown;
  broadcast: unknown;
  /** The connection stands, at last or again: what was missed until now must be asked for. */
  connected: undefined;
  /** The cloud does not take the token any more: it ended, or its session or membership did. */
  refused: undefined;
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
  const { io } = await loadChunk(() => import("socket.io-client"));
  let spoken = tokenNow();
  let wasConnected = false;
  const socket = io({ path: "/socket.io", transports: ["websocket", "polling"], query: { authorization: spoken } });
  const speak = () => {
    spoken = tokenNow();
    socket.io.opts.query = { authorization: spoken };
  };
  socket.io.on("reconnect_attempt", speak);
  socket.onAny((name: string, payload: unknown) => emit(name, payload));
  const again = reconnecting(() => {
    speak();
    socket.disconnect().connect();
  });
  socket.on("connect", () => {
    again.reset();
    if (wasConnected) emit("connected", undefined);
    // A page is drawn before its socket is opened. What happened in between is rare, so asking for it can wait.
    else void settled().then(() => emit("connected", undefined));
    wasConnected = true;
  });
  // After these two socket.io does not come back by itself: the cloud has closed the connection, or not let it in.
  socket.on("disconnect", (reason) => reason === "io server disconnect" && refused());
  socket.on("connect_error", () => !socket.active && refused());
  const refused = (): void => {
    emit("refused", undefined);
    again.later();
  };
  session.subscribe(() => tokenNow() !== spoken && tokenNow() !== "" && again.now());
  return socket;
};

const tokenNow = (): string => {
  const { team, token } = session.get();
  return team?.token ?? token ?? "";
};

/** Connects anew at once, or after a while that doubles each time. */
const reconnecting = (connectAnew: () => void) => {
  let delayMs = socketRetryMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    connectAnew();
  };
  return {
    now,
    later: (): void => {
      timer ??= setTimeout(now, delayMs);
      delayMs = Math.min(delayMs * 2, socketRetryMsMax);
    },
    reset: (): void => void (delayMs = socketRetryMs),
  };
};

const emit = (name: string, payload: unknown): void => {
  for (const listener of listeners.get(name) ?? []) listener(payload as never);
};
