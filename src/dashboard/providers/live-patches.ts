import type { QueryClient } from "@tanstack/react-query";
import type { BuildEvent } from "../../../resources/hosting/events.ts";
import { buildStateOf, type TaskState } from "../../../resources/hosting/states.ts";

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
  patchRows(client, "deployments", (row) => row.taskId === data.taskId, state);
  patchRows(client, "projects", ({ latest }) => latest?.taskId === data.taskId, buildStateOf(state));
};

interface Cached {
  readonly data?: Row | readonly Row[];
}

/** Leaves rows with that state untouched: lines arrive often and must not cause renders. */
const patchRows = (client: QueryClient, resource: string, isAffected: (row: Row) => boolean, state: string): void => {
  const differs = (row: Row): boolean => isAffected(row) && row.state !== state;
  const patched = (row: Row): Row => (differs(row) ? { ...row, state } : row);
  for (const [key, cached] of client.getQueriesData<Cached>({ queryKey: ["data", "default", resource] })) {
    if (!cached?.data || !rowsOf(cached.data).some(differs)) continue;
    const data = isMany(cached.data) ? cached.data.map(patched) : patched(cached.data);
    client.setQueryData(key, { ...cached, data });
  }
};

const isMany = (data: Row | readonly Row[]): data is readonly Row[] => Array.isArray(data);
const rowsOf = (data: Row | readonly Row[]): readonly Row[] => (isMany(data) ? data : [data]);
