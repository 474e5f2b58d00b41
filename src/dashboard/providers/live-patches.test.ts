import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { BuildEvent } from "../../../resources/hosting/events.ts";
import type { TaskState } from "../../../resources/hosting/states.ts";
import { patchBuildState } from "./live-patches.ts";

const keys = {
  deployments: ["data", "default", "deployments", "list"],
  deployment: ["data", "default", "deployments", "one", "t1"],
  projects: ["data", "default", "projects", "list"],
};

const clientWith = () => {
  const client = new QueryClient();
  client.setQueryData(keys.deployments, {
    data: [
      { taskId: "t1", state: "pending" },
      { taskId: "t0", state: "success" },
    ],
  });
  client.setQueryData(keys.deployment, { data: { taskId: "t1", state: "pending" } });
  client.setQueryData(keys.projects, { data: [{ id: "p", state: "PENDING", latest: { taskId: "t1" } }] });
  return client;
};

const lines = (state: TaskState): BuildEvent => ({
  name: "log",
  data: { taskId: "t1", projectId: "p", state, lines: [{ seq: 3, timestamp: 1, content: "a line" }] },
});
const change = (state: TaskState): BuildEvent => ({
  name: `build_${state}`,
  data: { taskId: "t1", projectId: "p", state, content: "", timestamp: 1, seq: 4 },
});

const shown = (client: QueryClient) => {
  const states = (key: readonly string[]) =>
    client.getQueryData<{ data: { state: string }[] }>(key)!.data.map(({ state }) => state);
  return { deployments: states(keys.deployments), projects: states(keys.projects) };
};

test("PROJECT_BUILD: a log event of a build sets state RUNNING, build_xxx sets the state to uppercased xxx", () => {
  const client = clientWith();
  patchBuildState(client, lines("running"));
  expect(shown(client)).toEqual({ deployments: ["running", "success"], projects: ["RUNNING"] });
  for (const state of ["syncing", "success", "failure", "timeout", "cancelled", "queued"] as const) {
    patchBuildState(client, change(state));
    expect(shown(client)).toEqual({ deployments: [state, "success"], projects: [state.toUpperCase()] });
  }
  expect(client.getQueryData(keys.deployment)).toMatchObject({ data: { state: "queued" } });
});

test("a project keeps the state of its newest deployment when an older one ends", () => {
  const client = clientWith();
  client.setQueryData(keys.projects, { data: [{ id: "p", state: "QUEUED", latest: { taskId: "t2" } }] });
  patchBuildState(client, change("failure"));
  expect(shown(client).projects).toEqual(["QUEUED"]);
});

test("log lines without a new state cause no render", () => {
  const client = clientWith();
  patchBuildState(client, lines("running"));
  let changes = 0;
  client.getQueryCache().subscribe(() => (changes += 1));
  for (let n = 0; n < 10; n += 1) patchBuildState(client, lines("running"));
  expect(changes).toBe(0);
});
