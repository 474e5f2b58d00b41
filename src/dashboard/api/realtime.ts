/** The realtime socket: one connection, opened by the first listener, with the team's token. */
import type { PinEvent } from "../../../resources/storage/pins.ts";
import type { BuildEvent } from "../../../resources/hosting/events.ts";
import { atRest } from "../lib/async/at-rest.ts";
import { loadChunk } from "../lib/async/load-chunk.ts";

export interface RealtimeEvents {
  PROJECT_BUILD: BuildEvent;
  PIN_STATUS: PinEvent;
  /** Objects of a bucket changed. */
  BUCKET_CHANGED: { readonly bucket: string };
  updateUser: unknown;
  joinTeam: unknown;
  updateTeam: unknown;
  broadcast: unknown;
  /** A call has changed records of a resource: "access-keys.changed". */
  [changed: `${string}.changed`]: unknown;
  /** Connected or reconnected: missed changes must be fetched. */
  connected: undefined;
  /** The server rejects the token: the token expired, or its session or membership ended. */
  refused: undefined;
}

type Listener = (payload: never) => void;
const listeners = new Map<string, Set<Listener>>();
let opening: Promise<void> | undefined;

/** Calls back on each event of that name; returns the unsubscribe function. */
export const onRealtime = <Name extends keyof RealtimeEvents>(
  name: Name,
  listener: (payload: RealtimeEvents[Name]) => void,
): (() => void) => {
  const existing = listeners.get(name) ?? new Set<Listener>();
  listeners.set(name, existing.add(listener));
  connect();
  return () => existing.delete(listener);
};

const connect = (): void => {
  opening ??= open().catch(() => {
    // The socket's code could not be loaded: try again when the browser is back online.
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
