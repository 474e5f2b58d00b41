import { changedEvent, type Resource } from "../../../../resources/declare/define.ts";
import type { SocketAuth } from "../../engines/realtime/realtime.ts";
import type { Identify } from "../../kernel/calls/identify.ts";

/**
 * Returns the owner of a socket's token and its team events: those that update lists its owner has access to. Only
 * sessions are admitted: other tokens and keys have less access than a team's events.
 */
export const socketAuth = (identify: Identify, resources: readonly Resource[]): SocketAuth => {
  const live = resources.flatMap(({ name, list }) => (list ? [{ name, event: list.live ?? changedEvent(name) }] : []));
  return async (token) => {
    const signed = await identify(token);
    if (signed?.by !== "session" || signed.caller.nodeId !== undefined) return undefined;
    const { userId, teamId, ability } = signed.caller;
    const events = live.filter(({ name }) => ability.can("list", name)).map(({ event }) => event);
    return { userId, teamId, receives: [...new Set(events)] };
  };
};
