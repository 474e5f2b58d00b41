import { randomUUID } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, it } from "vitest";
import { uploadPartBytesMax } from "../../../resources/limits.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { signIn } from "../../support/account/sign-in.ts";

interface Answer {
  readonly status: number;
  readonly body: { readonly code: unknown; readonly data: { uploadId: string; received: number } };
}

it("an upload goes over HTTP in parts, and resumes at the true offset after a wrong one", async () => {
  const cloud = await testCloud();
  const { accessToken } = await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()));
  const call = async (method: string, path: string, body?: Uint8Array<ArrayBuffer> | object): Promise<Answer> => {
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(`${cloud.url}/api/hosting/upload${path}`, {
      method,
      headers: {
        authorization: accessToken,
        "idempotency-key": randomUUID(),
        ...(body && { "content-type": isBytes ? "application/octet-stream" : "application/json" }),
      },
      ...(body && { body: isBytes ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  };

  const sizeBytes = uploadPartBytesMax + 1000;
  const created = await call("POST", "", { kind: "folder", files: [{ path: "index.html", sizeBytes }] });
  expect(created).toMatchObject({ status: 200, body: { data: { received: 0, sizeBytes } } });
  const { uploadId } = created.body.data;

  const tooLarge = await call("PUT", `/${uploadId}/content?offset=0`, new Uint8Array(uploadPartBytesMax + 1));
  expect([tooLarge.status, tooLarge.body.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  const first = await call("PUT", `/${uploadId}/content?offset=0`, new Uint8Array(uploadPartBytesMax));
  expect(first.body.data.received).toBe(uploadPartBytesMax);
  const again = await call("PUT", `/${uploadId}/content?offset=0`, new Uint8Array(5));
  expect([again.status, again.body.code]).toEqual([409, "UPLOAD_OFFSET"]);
  expect((await call("GET", `/${uploadId}`)).body.data.received).toBe(uploadPartBytesMax);
  const last = await call("PUT", `/${uploadId}/content?offset=${uploadPartBytesMax}`, new Uint8Array(1000));
  expect(last.body.data.received).toBe(sizeBytes);
  expect(cloud.faults).toEqual([]);
});
