import { useState, useSyncExternalStore } from "react";
import { build, deployHash } from "../../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { createFromTemplate } from "../../../../../resources/hosting/templates/templates.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { request, send } from "../../../api/client.ts";
import { ApiError, NetworkError } from "../../../api/errors.ts";
import { createDeploy, type DeployEffects, type DeployPlan } from "./deploy.ts";
import type { DeployProblem, DeployState } from "./machine.ts";

interface DeployView {
  readonly state: DeployState;
  readonly start: (plan: DeployPlan) => void;
  /** The files changed and must be uploaded again. */
  readonly filesChanged: () => void;
}

/** Runs one deployment from this screen, of a new or an existing project. `upload` must be a stable function. */
export const useDeploy = (upload: DeployEffects["upload"], projectId?: string): DeployView => {
  const [deploy] = useState(() => createDeploy(browserDeploy(upload), projectId));
  return {
    state: useSyncExternalStore(deploy.subscribe, deploy.get),
    start: (plan) => void deploy.start(plan),
    filesChanged: deploy.filesChanged,
  };
};

const browserDeploy = (upload: DeployEffects["upload"]): DeployEffects => ({
  upload,
  create: async ({ body, by }) => {
    if (by === "template") return send(createFromTemplate, { body: body as never });
    return projects.replies.create.parse(await request(projects.calls.create, { body }));
  },
  queue: async ({ by }, id, uploadId) => {
    if (by === "hash") return (await send(deployHash, { params: { id } })).taskId;
    const body = uploadId === undefined ? {} : { uploadId };
    return (await send(build, { params: { id }, body })).taskId;
  },
  problemOf,
});

const problemOf = (error: unknown): DeployProblem => {
  if (error instanceof NetworkError) return { message: messages.networkError, fields: {} };
  if (!(error instanceof ApiError)) return { message: (error as Error).message, fields: {} };
  const fields = Object.entries(error.errors ?? {}).map(
    ([field, [message = error.message]]) => [field === "projectName" ? "name" : field, message] as const,
  );
  return { message: error.message, fields: Object.fromEntries(fields) };
};
