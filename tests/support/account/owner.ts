import { setTimeout as delay } from "node:timers/promises";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { callerOf } from "../server/api.ts";
import { signIn } from "./sign-in.ts";

const deployMsMax = 60_000;

/** Signs in a new user, or the given account, at a running server; its calls must succeed and it puts sites online. */
export const newOwner = async (url: string, account = privateKeyToAccount(generatePrivateKey())) => {
  const { accessToken } = await signIn(url, account);
  return ownerWith(url, accessToken);
};

/** The same for a user whose token is known. */
export const ownerWith = (url: string, token: string) => {
  const call = callerOf(url);

  const data = async <T>(line: string, body?: unknown): Promise<T> => {
    const answer = await call(line, { token, ...(body !== undefined && { body }) });
    if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  };

  /** Deploys files to a project and waits until they are online. Returns the deployment's id. */
  const deploy = async (projectId: string, content: Readonly<Record<string, string>>): Promise<string> => {
    const files = Object.entries(content).map(([path, text]) => ({ path, sizeBytes: Buffer.byteLength(text) }));
    const { uploadId } = await data<{ uploadId: string }>("POST /api/hosting/upload", { kind: "folder", files });
    const part = await fetch(`${url}/api/hosting/upload/${uploadId}/content?offset=0`, {
      method: "PUT",
      body: Object.values(content).join(""),
      headers: { authorization: token, "content-type": "application/octet-stream" },
    });
    if (!part.ok) throw new Error(`The upload was answered with ${part.status}: ${await part.text()}`);
    const { taskId } = await data<{ taskId: string }>(`POST /api/hosting/project/${projectId}/build`, { uploadId });
    for (const until = Date.now() + deployMsMax; ;) {
      const { state } = await data<{ state: string }>(`GET /api/hosting/project/task/object/${taskId}`);
      if (state === "success") return taskId;
      if (Date.now() > until) throw new Error(`The deployment is still ${state}.`);
      await delay(50);
    }
  };

  /** Creates an online project with these files, or with a page of this text. */
  const site = async (name: string, content: string | Readonly<Record<string, string>>): Promise<string> => {
    const project = { name, platform: "IPFS", deployType: "UPLOAD" };
    const { projectId } = await data<{ projectId: string }>("POST /api/hosting/project", project);
    await deploy(projectId, typeof content === "string" ? { "index.html": content } : content);
    return projectId;
  };

  return { token, call, data, deploy, site };
};
