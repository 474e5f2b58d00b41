import { CreateBucketCommand, HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, test, vi } from "vitest";
import { arweaveKeyFile } from "../../../../tests/support/storage/arweave-key.ts";
import { callerOf } from "../../../../tests/support/server/api.ts";
import { testCloud } from "../../../../tests/support/server/cloud.ts";
import { s3User } from "../../../../tests/support/storage/s3-user.ts";

const base = "/api/bucket/arweave";

test("over HTTP: a file is uploaded, S3 metadata shows it, and other teams' buckets are unreachable", async () => {
  const { url, faults } = await testCloud({ ARWEAVE_KEY_FILE: arweaveKeyFile });
  const [owner, stranger] = [await s3User(url), await s3User(url)];
  await owner.client.send(new CreateBucketCommand({ Bucket: "orchard" }));
  const file = { Bucket: "orchard", Key: "pear.txt" };
  await owner.client.send(new PutObjectCommand({ ...file, Body: "A pear", ContentType: "text/plain" }));
  const body = { bucket: "orchard", key: "pear.txt" };
  const view = `GET ${base}/object?bucket=orchard&key=pear.txt`;
  expect(await owner.data(view)).toBeNull();
  await owner.data(`POST ${base}/object`, body);
  const { Metadata } = await vi.waitFor(
    async () => {
      const head = await owner.client.send(new HeadObjectCommand(file));
      expect(head.Metadata?.["arweave-status"]).toBe("synced");
      return head;
    },
    { timeout: 90_000, interval: 200 },
  );
  const hash = Metadata!["arweave-hash"]!;
  expect(await (await fetch(`${url}/arweave/${hash}`)).text()).toBe("A pear");
  expect(await owner.data(view)).toMatchObject({ state: "synced", hash });
  expect(await owner.data(`DELETE ${base}/object`, body)).toEqual({ stopped: false });
  expect(await owner.data(`POST ${base}/buckets/orchard`, { sync: true })).toEqual({ state: "on" });
  await expect.poll(() => owner.data(`POST ${base}/buckets/orchard`, { sync: false })).toEqual({ state: "off" });

  const call = callerOf(url);
  const token = stranger.token;
  expect(await stranger.data(view)).toBeNull();
  for (const [line, requestBody] of [
    [`POST ${base}/object`, body],
    [`DELETE ${base}/object`, body],
    [`POST ${base}/buckets/orchard`, { sync: true }],
    [`GET ${base}/buckets/orchard`, undefined],
  ] as const)
    expect((await call(line, { token, body: requestBody })).status).toBe(404);
  expect(faults).toEqual([]);
});
