/** Runs the deploy machine: one effect per step. */
import { createStore } from "../../../lib/store.ts";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { editing, nextDeploy, type DeployEvent, type DeployProblem, type DeployState } from "./machine.ts";

export interface DeployEffects {
  /** undefined if it was cancelled or failed. */
  upload(items: readonly UploadItem[]): Promise<string | undefined>;
  create(plan: DeployPlan): Promise<Created>;
  /** Queues the deployment of a project; resolves to its id. */
  queue(plan: DeployPlan, projectId: string, uploadId: string | undefined): Promise<string>;
  problemOf(error: unknown): DeployProblem;
}

export interface Created {
  readonly projectId: string;
  /** Of a deployment queued by the same call. */
  readonly taskId?: string;
}

export interface DeployPlan {
  /** Absent without an upload. */
  readonly items?: readonly UploadItem[];
  readonly body: object;
  /** The calls that create and deploy it; "build" by default. */
  readonly by?: "build" | "hash" | "template";
}

export interface Deploy {
  get(): DeployState;
  subscribe(listener: () => void): () => void;
  start(plan: DeployPlan): Promise<void>;
  filesChanged(): void;
}

/** `projectId`: deploys to an existing project. */
export const createDeploy = (effects: DeployEffects, projectId?: string): Deploy => {
  const store = createStore<DeployState>(
    projectId === undefined ? editing : { name: "editing", progress: { projectId } },
  );
  const send = (event: DeployEvent) => store.set(nextDeploy(store.get(), event));

  const step = async (plan: DeployPlan): Promise<DeployEvent> => {
    const state = store.get();
    if (state.name === "uploading") {
      const uploadId = await effects.upload(plan.items ?? []);
      return uploadId === undefined ? { type: "stopped" } : { type: "uploaded", uploadId };
    }
    if (state.name === "creating") return { type: "created", ...(await effects.create(plan)) };
    if (state.name === "queueing") {
      const { projectId, uploadId } = state.progress;
      return { type: "queued", taskId: await effects.queue(plan, projectId!, uploadId) };
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
