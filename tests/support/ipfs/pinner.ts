import { expect, vi } from "vitest";
import { newOwner } from "../account/owner.ts";

/** PinStatus of the IPFS Pinning Service API. */
export interface PinStatus {
  readonly requestid: string;
  readonly status: string;
  readonly created: string;
  readonly pin: { readonly cid: string; readonly name?: string; readonly origins: string[]; readonly meta: object };
  readonly delegates: string[];
  readonly info: Record<string, string>;
}

/** Creates a user with a pinning API token, and sends requests with it. */
export const newPinner = async (url: string) => {
  const owner = await newOwner(url);
  const { accessToken } = await owner.data<{ accessToken: string }>(
    "POST /api/pinning/user/ipfs-pinning-service/token",
  );
  const ask = (line: string, body?: unknown) =>
    owner.call(line.replace(" ", " /api/pinning"), {
      headers: { authorization: `Bearer ${accessToken}` },
      ...(body !== undefined && { body }),
    });
  const pin = async (cid: string, more: object = {}): Promise<PinStatus> => {
    const answer = await ask("POST /pins", { cid, ...more });
    expect(answer.status, answer.text).toBe(202);
    return JSON.parse(answer.text) as PinStatus;
  };
  const show = async (requestid: string) => JSON.parse((await ask(`GET /pins/${requestid}`)).text) as PinStatus;
  /** Waits until the pin meets the condition. */
  const until = (requestid: string, is: (status: PinStatus) => boolean) =>
    vi.waitFor(
      async () => {
        const status = await show(requestid);
        if (!is(status)) throw new Error(JSON.stringify(status));
        return status;
      },
      { timeout: 60_000, interval: 50 },
    );
  const settled = (requestid: string) => until(requestid, ({ status }) => status === "pinned" || status === "failed");
  const list = async (query = "") => {
    const answer = await ask(`GET /pins${query}`);
    expect(answer.status, answer.text).toBe(200);
    return JSON.parse(answer.text) as { count: number; results: PinStatus[] };
  };
  /** Uploads a CAR as the dashboard does. */
  const upload = async (car: Uint8Array, name = "") => {
    const response = await fetch(`${url}/api/pinning/user/car?name=${encodeURIComponent(name)}`, {
      method: "POST",
      headers: { authorization: owner.token, "content-type": "application/vnd.ipld.car" },
      body: Buffer.from(car),
    });
    const { code, message, data } = (await response.json()) as {
      code: unknown;
      message: string;
      data: { list: { id: string; cid: string; status: string; name?: string; sizeBytes: number }[] };
    };
    return { status: response.status, code, message, list: data?.list };
  };
  return { owner, accessToken, ask, pin, until, settled, list, upload };
};
