import type { QueryClient } from "@tanstack/react-query";
import type { BuildEvent } from "../../../resources/hosting/events.ts";
import { buildStateOf, type TaskState } from "../../../resources/hosting/states.ts";
import { patchRows } from "../lib/async/cached-rows.ts";

interface Row {
  readonly id?: string;
  readonly taskId?: string;
  readonly state?: string;
  /** Of a project: the newest deployment of its site, whose state is the project's. */
  readonly latest?: { readonly taskId: string };
}

/**
 * Writes a deployment's new state into the cached deployment and project, without a request. "build_<state>" names it;
 * log lines have the state at which they were written, "running" during a build.
 */
export const patchBuildState = (client: QueryClient, { name, data }: BuildEvent): void => {
  const state = name === "log" ? data.state : (name.slice("build_".length) as TaskState);
  const patch = (resource: string, newer: string, isAffected: (row: Row) => boolean): void =>
    // Rows with that state stay as they are: lines arrive often.
    patchRows<Row>(client, resource, (row) =>
      isAffected(row) && row.state !== newer ? { ...row, state: newer } : row,
    );
  patch("deployments", state, (row) => row.taskId === data.taskId);
  patch("projects", buildStateOf(state), ({ latest }) => latest?.taskId === data.taskId);
};
