import { buildEventName, buildEventNameOf, type BuildEvent } from "../../../../resources/hosting/events.ts";
import type { LogLine } from "../../../../resources/hosting/log-line.ts";
import type { TaskState } from "../../../../resources/hosting/states.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";

/** The deployment an event is about, with the team that may hear of it. */
export interface Subject {
  readonly id: string;
  readonly project_id: string;
  readonly team_id: string;
}

/** Tells a team's sockets of lines that are stored already. */
export const emitLines = (realtime: Realtime, of: Subject, state: TaskState, lines: readonly LogLine[]): void =>
  emit(realtime, of, { name: "log", data: { taskId: of.id, projectId: of.project_id, state, lines: [...lines] } });

/** Tells a team's sockets of a new state, with the newest line of the log; `first` when it brings a site online at last. */
export const emitState = (
  realtime: Realtime,
  of: Subject,
  state: TaskState,
  { seq, timestamp, content }: LogLine,
  first = false,
): void => {
  const data = { taskId: of.id, projectId: of.project_id, state, content, timestamp, seq, ...(first && { first }) };
  emit(realtime, of, { name: buildEventNameOf(state), data });
};

/** Both, for a state that came with one line. */
export const announce = (realtime: Realtime, of: Subject, state: TaskState, line: LogLine): void => {
  emitLines(realtime, of, state, [line]);
  emitState(realtime, of, state, line);
};

const emit = (realtime: Realtime, of: Subject, event: BuildEvent): void =>
  realtime.toTeam(of.team_id, buildEventName, event);
