/**
 * States from a filled-in form to a queued deployment: upload, project, deployment. Successful steps are not repeated.
 */
import type { Problems } from "./values.ts";

export interface Progress {
  readonly uploadId?: string;
  readonly projectId?: string;
}

export type DeployState =
  | { readonly name: "editing"; readonly progress: Progress; readonly problem?: DeployProblem }
  | { readonly name: "uploading" | "creating" | "queueing"; readonly progress: Progress }
  | { readonly name: "done"; readonly projectId: string; readonly taskId: string };

export interface DeployProblem {
  readonly message: string;
  readonly fields: Problems;
}

export type DeployEvent =
  | { readonly type: "start"; readonly uploads: boolean }
  | { readonly type: "uploaded"; readonly uploadId: string }
  /** With a task if the server queued the first deployment in the same call. */
  | { readonly type: "created"; readonly projectId: string; readonly taskId?: string }
  | { readonly type: "queued"; readonly taskId: string }
  /** The upload ended without an id: cancelled or failed, as its own state shows. */
  | { readonly type: "stopped" }
  | { readonly type: "failed"; readonly problem: DeployProblem }
  /** The user picked other files. */
  | { readonly type: "files-changed" };

export const editing: DeployState = { name: "editing", progress: {} };

export const nextDeploy = (state: DeployState, event: DeployEvent): DeployState => {
  if (state.name === "done") return state;
  const { progress } = state;
  switch (event.type) {
    case "start":
      return state.name === "editing" ? { name: firstStep(event.uploads, progress), progress } : state;
    case "uploaded":
      return afterUpload({ ...progress, uploadId: event.uploadId });
    case "created": {
      const { projectId, taskId } = event;
      if (taskId !== undefined) return { name: "done", projectId, taskId };
      return { name: "queueing", progress: { ...progress, projectId } };
    }
    case "queued":
      return { name: "done", projectId: progress.projectId!, taskId: event.taskId };
    case "stopped":
      return { name: "editing", progress };
    case "failed":
      return { name: "editing", progress, problem: event.problem };
    case "files-changed":
      return state.name === "editing" ? { name: "editing", progress: withoutUpload(progress) } : state;
  }
};

const firstStep = (uploads: boolean, progress: Progress) => {
  if (uploads && progress.uploadId === undefined) return "uploading";
  return progress.projectId === undefined ? "creating" : "queueing";
};

const afterUpload = (progress: Progress): DeployState => ({
  name: progress.projectId === undefined ? "creating" : "queueing",
  progress,
});

const withoutUpload = ({ projectId }: Progress): Progress => (projectId === undefined ? {} : { projectId });
