/** The socket to the server: one connection, opened by the first listener, with the team's token. */
import type { PinEvent } from "../../../resources/bucket/pins.ts";
import type { BuildEvent } from "../../../resources/hosting/events.ts";
import { atRest } from "../lib/at-rest.ts";
import { loadChunk } from "../lib/load-chunk.ts";

export interface RealtimeEvents {
  PROJECT_BUILD: BuildEvent;
  PIN_STATUS: PinEvent;
  /** Objects of a bucket changed. */
  BUCKET_CHANGED: { readonly bucket: string };
  updateUser: unknown;
  joinTeam: unknown;
  updateTeam: unknown;
  broadcast: unknown;
  /** The connection stands, at last or again: what was missed until now must be asked for. */
  connected: undefined;
  /** The server does not take the token anymore: it ended, or its session or membership did. */
  refused: undefined;
}

type Listener = (payload: never) => void;
const listeners = new Map<string, Set<Listener>>();
let opening: Promise<void> | undefined;

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
  });
};

const open = async (): Promise<void> => {
  await atRest();
  const { openSocket } = await loadChunk(() => import("./socket.ts"));
  openSocket(emit);
};

const emit = (name: string, payload: unknown): void => {
  for (const listener of listeners.get(name) ?? []) listener(payload as never);
};
