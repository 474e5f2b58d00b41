import type { LiveEvent, LiveProvider } from "@refinedev/core";
import { changedEvent } from "../../../resources/declare/define.ts";
import { buildEventName, type BuildEvent } from "../../../resources/hosting/events.ts";
import { endedStates } from "../../../resources/hosting/states.ts";
import type { FindResource } from "./data-provider.ts";
import { onRealtime, type RealtimeEvents } from "../api/realtime.ts";

/** Minimum interval between refetches of a resource: a push may start and end several deployments at once. */
const settleMs = 400;

/**
 * Creates Refine's live provider: socket events become live events on "resources/<name>". State changes of running builds are patched into the cache (live-patches.ts); starts and ends
 * trigger a refetch.
 */
export const createLiveProvider = (find: FindResource): LiveProvider => ({
  subscribe: ({ channel, callback }) => {
    const name = channel.replace("resources/", "");
    const { list, operator, permission = name } = find(name) ?? {};
    if (!list || (operator && list.live === undefined)) return () => undefined;
    const live = list.live ?? changedEvent(permission);
    const publish = settled(() => callback(updated(channel)));
    const stops = [
      live === buildEventName
        ? onRealtime(buildEventName, (event) => {
            if (needsRefetch(event)) publish();
          })
        : onRealtime(live as keyof RealtimeEvents, publish),
      onRealtime("connected", publish),
    ];
    return () => stops.forEach((stop) => stop());
  },
  unsubscribe: (stop: () => void) => stop(),
});

/**
 * Returns whether an event requires a refetch: log lines change no record, and only the first and last states change
 * more than the state itself.
 */
const needsRefetch = ({ name, data }: BuildEvent): boolean =>
  name !== "log" && (data.state === "queued" || data.state === "running" || endedStates.includes(data.state));

const updated = (channel: string): LiveEvent => ({ channel, type: "updated", payload: {}, date: new Date() });

const settled = (work: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      work();
    }, settleMs);
  };
};
