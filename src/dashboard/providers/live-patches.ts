import type { QueryClient } from "@tanstack/react-query";
import type { BuildEvent } from "../../../resources/hosting/events.ts";
import { buildStateOf } from "../../../resources/hosting/states.ts";

interface Row {
  readonly id?: string;
  readonly taskId?: string;
  readonly state?: string;
  /** Of a project: the newest deployment of its site; its state is the project's. */
  readonly latest?: { readonly taskId: string };
}

/** Writes a deployment's new state into itself and its project wherever they are cached, without asking the cloud. */
export const patchBuildState = (client: QueryClient, { name, data }: BuildEvent): void => {
  if (name === "log") return;
  patchRows(client, "deployments", (row) => row.taskId === data.taskId, data.state);
  patchRows(client, "projects", ({ latest }) => latest?.taskId === data.taskId, buildStateOf(data.state));
};

const patchRows = (client: QueryClient, resource: string, concerns: (row: Row) => boolean, state: string): void => {
  const patched = (row: Row): Row => (concerns(row) && row.state !== state ? { ...row, state } : row);
  client.setQueriesData(
    { queryKey: ["data", "default", resource] },
    (cached: { data?: Row | readonly Row[] } | undefined) => {
      if (!cached?.data) return cached;
      const data = Array.isArray(cached.data) ? cached.data.map(patched) : patched(cached.data as Row);
      return { ...cached, data };
    },
  );
};
