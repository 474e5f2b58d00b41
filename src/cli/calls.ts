/**
 * The server's calls and pages that the CLI uses. Only the types of their declarations are imported, to keep startup
 * fast. A test compares this list with the registry.
 */
import type { CallLine } from "../../resources/declare/define.ts";

export const calls = {
  whoAmI: "GET $hosting/user/token/self",
  listProjects: "GET $hosting/project/v3/list",
  showProject: "GET $hosting/project/{id}",
  createProject: "POST $hosting/project",
  createUpload: "POST $hosting/upload",
  showUpload: "GET $hosting/upload/{uploadId}",
  appendUpload: "PUT $hosting/upload/{uploadId}/content",
  build: "POST $hosting/project/{id}/build",
  showDeployment: "GET $hosting/project/task/object/{taskId}",
  listDeployments: "GET $hosting/project/task/list",
  promote: "PUT $hosting/project/task/promote/{taskId}",
  deploymentLog: "GET $hosting/project/task/{taskId}/log",
  deploymentsOfProject: "GET $hosting/project/task/{projectId}/list",
} as const satisfies Record<string, CallLine>;

export const pages = {
  authTokens: "/hosting/auth-tokens",
  build: "/hosting/build/{projName}/{id}/{taskId}",
} as const;
