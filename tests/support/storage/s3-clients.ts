/** Tests real S3 clients, unmodified. */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testCloud, type TestCloud } from "../server/cloud.ts";
import { programAt, runProgram } from "../hosting/programs.ts";
import { s3User, type KeyPair } from "./s3-user.ts";
import { temporaryFolder } from "../server/web.ts";

const install = "needs sudo apt-get install -y awscli rclone python3-boto3";

const aws = programAt("/usr/bin/aws", "/usr/local/bin/aws");
const rclone = programAt("/usr/bin/rclone", "/usr/local/bin/rclone");
const python = programAt("/usr/bin/python3");
const hasBoto =
  python !== undefined &&
  (await runProgram(python, ["-c", "import boto3"]).then(
    () => true,
    () => false,
  ));

/**
 * Registers the test rounds of aws-cli, boto3 and rclone, each with one file of this size. Clients that are not
 * installed are skipped.
 */
export const testS3Clients = (largeBytes: number): void => {
  let cloud: TestCloud;
  let user: Awaited<ReturnType<typeof s3User>>;
  let key: KeyPair;
  let folder: string;
  let large: Buffer;
  beforeAll(async () => {
    cloud = await testCloud();
    user = await s3User(cloud.url);
    key = await user.makeKey();
    folder = await temporaryFolder();
    large = randomBytes(largeBytes);
    await writeFile(join(folder, "large"), large);
  });
  afterAll(() => expect(cloud.faults).toEqual([]));

  const newName = (kind: string): string => `${kind}-${randomUUID().slice(0, 8)}`;
  const credentials = ({ accessKey, secretKey, sessionToken }: KeyPair): Record<string, string> => ({
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: secretKey,
    ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
    AWS_DEFAULT_REGION: "eu-west-2",
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_CONFIG_FILE: join(folder, "none"),
    AWS_SHARED_CREDENTIALS_FILE: join(folder, "none"),
  });

  test.skipIf(!aws)(`aws-cli: a full round, with a multipart upload (${install})`, async () => {
    const bucket = newName("cli");
    const run = (...args: string[]) =>
      runProgram(aws!, ["--endpoint-url", user.endpoint, ...args], { env: credentials(user.session), cwd: folder });
    await run("s3", "mb", `s3://${bucket}`);
    await run("s3", "cp", "large", `s3://${bucket}/deep/large + ü`, "--metadata", "colour=red");
    const output = await run("s3api", "head-object", "--bucket", bucket, "--key", "deep/large + ü");
    const head = JSON.parse(output) as { ETag: string; Metadata: Record<string, string> };
    expect([head.ETag, head.Metadata["colour"]]).toEqual([expect.stringMatching(/-\d+"$/), "red"]);
    expect(head.Metadata["ipfs-hash"]).toMatch(/^baf/);
    await run("s3", "mv", `s3://${bucket}/deep/large + ü`, "back");
    expect((await readFile(join(folder, "back"))).equals(large)).toBe(true);
    await run("s3", "rb", `s3://${bucket}`);
  });

  test.skipIf(!hasBoto)(`boto3: a full round, with a multipart upload (${install})`, async () => {
    const args = ["-c", botoRound, user.endpoint, newName("boto"), join(folder, "large")];
    expect(await runProgram(python!, args, { env: credentials(key) })).toContain("done");
  });

  test.skipIf(!rclone)(`rclone: a sync, which transfers nothing the second time (${install})`, async () => {
    const bucket = newName("rclone");
    const source = join(folder, "tree");
    await mkdir(join(source, "a/b c"), { recursive: true });
    await writeFile(join(source, "large"), large);
    await writeFile(join(source, "a/empty"), "");
    for (let at = 0; at < 20; at += 1) await writeFile(join(source, `a/b c/${at} + ü`), `file ${at}`);
    const env = {
      RCLONE_CONFIG_FH_TYPE: "s3",
      RCLONE_CONFIG_FH_PROVIDER: "Other",
      RCLONE_CONFIG_FH_ENDPOINT: user.endpoint,
      RCLONE_CONFIG_FH_ACCESS_KEY_ID: key.accessKey,
      RCLONE_CONFIG_FH_SECRET_ACCESS_KEY: key.secretKey,
      RCLONE_CONFIG_FH_CHUNK_SIZE: "8M",
      RCLONE_CONFIG_FH_UPLOAD_CUTOFF: "8M",
      RCLONE_CONFIG: join(folder, "rclone.conf"),
    };
    const run = (...args: string[]) => runProgram(rclone!, [...args, "--retries", "1"], { env });
    await run("mkdir", `fh:${bucket}`);
    await run("sync", source, `fh:${bucket}/tree`);
    const again = await run(
      "sync",
      source,
      `fh:${bucket}/tree`,
      "--stats-one-line",
      "--stats-log-level",
      "NOTICE",
      "-v",
    );
    expect(again).toContain("There was nothing to transfer");
    expect(await run("check", source, `fh:${bucket}/tree`, "--download")).toContain("0 differences found");
    await run("purge", `fh:${bucket}`);
    expect(await run("lsd", "fh:")).not.toContain(bucket);
  });
};

const botoRound = `
import boto3, io, os, sys
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
endpoint, bucket, path = sys.argv[1:4]
config = Config(s3={"addressing_style": "path"}, retries={"max_attempts": 1})
s3 = boto3.client("s3", endpoint_url=endpoint, config=config)
s3.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": "eu-west-2"})
s3.upload_file(path, bucket, "large", ExtraArgs={"Metadata": {"a": "b"}}, Config=TransferConfig(multipart_threshold=8 << 20, multipart_chunksize=8 << 20))
back = io.BytesIO()
s3.download_fileobj(bucket, "large", back)
assert back.getvalue() == open(path, "rb").read()
assert s3.head_object(Bucket=bucket, Key="large")["Metadata"]["a"] == "b"
for number in range(25):
    s3.put_object(Bucket=bucket, Key="many/%d <&>" % number, Body=b"x" * number)
keys = [one["Key"] for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix="many/", PaginationConfig={"PageSize": 10}) for one in page["Contents"]]
assert len(keys) == 25, keys
copied = s3.copy_object(Bucket=bucket, Key="copy", CopySource={"Bucket": bucket, "Key": "many/7 <&>"})
assert s3.get_object(Bucket=bucket, Key="copy", Range="bytes=2-")["Body"].read() == b"xxxxx"
try:
    s3.get_object(Bucket=bucket, Key="never")
    raise SystemExit("a missing key was found")
except s3.exceptions.NoSuchKey:
    pass
deleted = s3.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": key} for key in keys + ["large", "copy"]]})
assert len(deleted["Deleted"]) == 27, deleted
s3.delete_bucket(Bucket=bucket)
print("done")
`;
