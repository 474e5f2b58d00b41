import type { Realtime } from "../../engines/realtime/realtime.ts";
import type { Callers } from "../callers.ts";
import type { Notices } from "../notices/service.ts";

/** Notifications to send after a change is committed. */
export interface News {
  /** Team whose member list changed. */
  readonly teamId?: string;
  /** Users with a new notice, or an answered one. */
  readonly noticed?: readonly string[];
  /** Users whose rights or team names changed: what is cached of them is invalid. */
  readonly changed?: readonly string[];
  /** Users who joined another team. */
  readonly joined?: string;
}

export interface NewsDeps {
  readonly realtime: Pick<Realtime, "toTeam" | "toUser" | "recheck">;
  readonly callers: Pick<Callers, "forget">;
  readonly notices: Pick<Notices, "refresh">;
}

/** Notifies screens of a change. Every process then answers their requests with the new rights. */
export const announceNews = (
  { realtime, callers, notices }: NewsDeps,
  { teamId, noticed = [], changed = [], joined }: News,
): void => {
  if (changed.length > 0) callers.forget();
  if (teamId !== undefined) realtime.toTeam(teamId, "updateTeam", { teamId });
  if (joined !== undefined) realtime.toUser(joined, "joinTeam", { teamId });
  for (const personId of changed) if (personId !== joined) realtime.toUser(personId, "updateTeam", { teamId });
  noticed.forEach(notices.refresh);
  // Last, because it closes sockets of ended tokens: they have received the reason.
  changed.forEach(realtime.recheck);
};
