/** Deployment effects with the real server. */
import { build, deployHash } from "../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { createFromTemplate } from "../../../../resources/hosting/templates.ts";
import { messages } from "../../../../resources/messages.ts";
import { request, send } from "../../api/client.ts";
import { ApiError, NetworkError } from "../../api/errors.ts";
import type { DeployEffects } from "./deploy.ts";
import type { DeployProblem } from "./machine.ts";

export const browserDeploy = (upload: DeployEffects["upload"]): DeployEffects => ({
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
