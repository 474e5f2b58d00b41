import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { vi } from "vitest";
import { callerOf } from "./api.ts";
import { signIn } from "./sign-in.ts";

/** A new person at a running cloud, who makes calls that must succeed and puts sites online. */
export const newOwner = async (url: string) => {
  const { accessToken: token } = await signIn(url, privateKeyToAccount(generatePrivateKey()));
  const call = callerOf(url);

  const data = async <T>(line: string, body?: unknown): Promise<T> => {
    const answer = await call(line, { token, ...(body !== undefined && { body }) });
    if (answer.status !== 200) throw new Error(`${line}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  };

  /** A project whose only page says this, online. */
  const site = async (name: string, page: string): Promise<string> => {
    const bytes = Buffer.from(page);
    const project = { name, platform: "IPFS", deployType: "UPLOAD" };
    const { projectId } = await data<{ projectId: string }>("POST /api/hosting/project", project);
    const files = [{ path: "index.html", sizeBytes: bytes.length }];
    const { uploadId } = await data<{ uploadId: string }>("POST /api/hosting/upload", { kind: "folder", files });
    await fetch(`${url}/api/hosting/upload/${uploadId}/content?offset=0`, {
      method: "PUT",
      body: bytes,
      headers: { authorization: token, "content-type": "application/octet-stream" },
    });
    await data(`POST /api/hosting/project/${projectId}/build`, { uploadId });
    await vi.waitFor(
      async () => {
        const { online } = await data<{ online: boolean }>(`GET /api/hosting/project/${projectId}`);
        if (!online) throw new Error("not online yet");
      },
      { timeout: 30_000, interval: 50 },
    );
    return projectId;
  };

  return { token, call, data, site };
};
