import type { Realtime } from "../../engines/realtime/realtime.ts";
import type { Callers } from "../callers.ts";
import type { Notices } from "../notices/service.ts";

/** What is to be told of a change once it is committed. */
export interface News {
  /** Team whose list of members is another now. */
  readonly teamId?: string;
  /** People who have a new notice, or whose notice was answered. */
  readonly noticed?: readonly string[];
  /** People whose rights changed: nothing that was remembered of them holds. */
  readonly changed?: readonly string[];
  /** Who works in a further team. */
  readonly joined?: string;
}

export interface Telling {
  readonly realtime: Pick<Realtime, "toTeam" | "toUser" | "recheck">;
  readonly callers: Pick<Callers, "forget">;
  readonly notices: Pick<Notices, "tell">;
}

/** Tells screens of a change. Whoever asks because of it is answered by the new rights, in every process. */
export const tellNews = (
  { realtime, callers, notices }: Telling,
  { teamId, noticed = [], changed = [], joined }: News,
): void => {
  if (changed.length > 0) callers.forget();
  if (teamId !== undefined) realtime.toTeam(teamId, "updateTeam", { teamId });
  if (joined !== undefined) realtime.toUser(joined, "joinTeam", { teamId });
  for (const personId of changed) if (personId !== joined) realtime.toUser(personId, "updateTeam", { teamId });
  noticed.forEach(notices.tell);
  // Last, for it closes sockets whose token ended: they have heard why.
  changed.forEach(realtime.recheck);
};
