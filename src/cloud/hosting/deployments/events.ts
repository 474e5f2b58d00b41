import { buildEventName, buildEventNameOf, type BuildEvent } from "../../../../resources/hosting/events.ts";
import type { LogLine } from "../../../../resources/hosting/log-line.ts";
import type { TaskState } from "../../../../resources/hosting/states.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";

/** The deployment of an event, and the team that receives it. */
export interface Subject {
  readonly id: string;
  readonly project_id: string;
  readonly team_id: string;
}

/** Sends stored log lines to a team's sockets. */
export const emitLines = (realtime: Realtime, of: Subject, state: TaskState, lines: readonly LogLine[]): void =>
  emit(realtime, of, { name: "log", data: { taskId: of.id, projectId: of.project_id, state, lines: [...lines] } });

/**
 * Sends a new state with the newest log line to a team's sockets; `first` when it brings a site online for the first
 * time.
 */
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

/** Sends both, for a state with one line. */
export const announce = (realtime: Realtime, of: Subject, state: TaskState, line: LogLine): void => {
  emitLines(realtime, of, state, [line]);
  emitState(realtime, of, state, line);
};

const emit = (realtime: Realtime, of: Subject, event: BuildEvent): void =>
  realtime.toTeam(of.team_id, buildEventName, event);
