/** Runs the deploy machine: one effect a step. */
import { createStore } from "../../lib/store.ts";
import type { UploadItem } from "../../ui/upload/upload-item.ts";
import { editing, nextDeploy, type DeployEvent, type DeployProblem, type DeployState } from "./machine.ts";

export interface DeployEffects {
  /** Undefined when it was cancelled or failed. */
  upload(items: readonly UploadItem[]): Promise<string | undefined>;
  create(body: object): Promise<string>;
  build(projectId: string, uploadId: string | undefined): Promise<string>;
  problemOf(error: unknown): DeployProblem;
}

export interface DeployPlan {
  /** Absent for a project from a repository. */
  readonly items?: readonly UploadItem[];
  readonly body: object;
}

export interface Deploy {
  get(): DeployState;
  subscribe(listener: () => void): () => void;
  start(plan: DeployPlan): Promise<void>;
  filesChanged(): void;
}

/** `projectId`: deploys to a project that exists. */
export const createDeploy = (effects: DeployEffects, projectId?: string): Deploy => {
  const store = createStore<DeployState>(
    projectId === undefined ? editing : { name: "editing", progress: { projectId } },
  );
  const send = (event: DeployEvent) => store.set(nextDeploy(store.get(), event));

  const step = async ({ items, body }: DeployPlan): Promise<DeployEvent> => {
    const state = store.get();
    if (state.name === "uploading") {
      const uploadId = await effects.upload(items ?? []);
      return uploadId === undefined ? { type: "stopped" } : { type: "uploaded", uploadId };
    }
    if (state.name === "creating") return { type: "created", projectId: await effects.create(body) };
    if (state.name === "queueing") {
      const { projectId, uploadId } = state.progress;
      return { type: "queued", taskId: await effects.build(projectId!, uploadId) };
    }
    throw new Error(`Nothing is done while ${state.name}.`);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    filesChanged: () => send({ type: "files-changed" }),
    start: async (plan) => {
      if (store.get().name !== "editing") return;
      send({ type: "start", uploads: plan.items !== undefined });
      while (store.get().name !== "editing" && store.get().name !== "done") {
        send(
          await step(plan).catch((error: unknown) => ({ type: "failed", problem: effects.problemOf(error) }) as const),
        );
      }
    },
  };
};
