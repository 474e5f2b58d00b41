/**
 * Runs several processes of one instance as on separate machines: each with its own data directory, all with one database and one
 * S3 bucket, which belongs to another instance.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { unlockAllUsers } from "../billing/unlocks.ts";
import { testDatabase } from "../database/database.ts";
import { s3User } from "../storage/s3-user.ts";
import { testCloud } from "./cloud.ts";
import { startCloudProcess, temporaryFolder, type CloudProcess } from "./cloud-process.ts";

/** Returns a function that starts a process of the instance on a named data directory. `ofStorage`: settings of the other instance. */
export const separateProcesses = async (settings: Record<string, string> = {}, ofStorage: typeof settings = {}) => {
  const storage = await testCloud(ofStorage);
  const user = await s3User(storage.url);
  const bucket = `blobs-${randomUUID().slice(0, 8)}`;
  await user.client.send(new CreateBucketCommand({ Bucket: bucket }));
  const key = await user.makeKey();
  const database = await testDatabase();
  await unlockAllUsers(database);
  const folder = await temporaryFolder();
  const start = async (
    name: string,
    role: "web" | "worker",
    more: Record<string, string> = {},
  ): Promise<CloudProcess> => {
    const dataDir = join(folder, name);
    await mkdir(dataDir, { recursive: true });
    return startCloudProcess(dataDir, {
      DATABASE_URL: database.url,
      SECRET_KEY: "of-all-processes-of-this-instance-0123456789",
      S3_ENDPOINT: user.endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: key.accessKey,
      S3_SECRET_KEY: key.secretKey,
      ROLE: role,
      DRAIN_SECONDS: "1",
      ...settings,
      ...more,
    });
  };
  const logOf = (name: string): Promise<string> => readFile(join(folder, name, "logs/cloud.log"), "utf8");
  return { start, database, logOf };
};
