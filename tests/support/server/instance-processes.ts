/**
 * Runs an instance of several processes as on separate machines, each with its own data directory and a fixed port, on an external
 * database and the S3 endpoint of another instance. Its processes can be killed and start again.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { startExternalDatabase, type ExternalDatabase } from "../database/external-database.ts";
import { withEmbeddedDatabase } from "../database/embedded-database.ts";
import { prepareDatabase } from "../database/prepared-database.ts";
import { unlockAllUsersOn } from "../billing/unlocks.ts";
import { atFileEnd } from "../file-end.ts";
import { freePort } from "../free-port.ts";
import { s3User } from "../storage/s3-user.ts";
import { openNetwork } from "./network-namespaces.ts";
import { startCloudProcess, temporaryFolder, type CloudProcess } from "./cloud-process.ts";

export interface Machine {
  readonly name: string;
  readonly role: string;
  /** The same after each start. */
  readonly url: string;
  readonly isReady: boolean;
  /** Of the running process. */
  readonly pid: number | undefined;
  start(): Promise<void>;
  kill(): Promise<void>;
}

export interface Instance {
  readonly machines: readonly Machine[];
  /** Those of a role that answer now. */
  ready(role: string): readonly Machine[];
  readonly database: ExternalDatabase;
  /** Contains the database's directory. */
  readonly folder: string;
}

/** Gives the teams of a server every resource for any load: without them, S3 refuses also what an instance reads to start. */
export const allowPlenty = (dataDir: string): Promise<unknown> =>
  withEmbeddedDatabase(dataDir, (database) =>
    database.query(
      `insert into allowance_grant (id, team_id, package, resource, amount, starts_at)
       select gen_random_uuid(), team.id, 'BONUS', resource, 10::numeric ^ 14, now()
       from team, unnest(array['IPFS_STORAGE', 'AR_STORAGE', 'TRAFFIC', 'BUILD_TIME', 'COMPUTE_UNIT']) as resource`,
    ),
  );

/** The settings of a bucket for an instance's blobs, at the S3 endpoint of another instance. */
export const startBlobBucket = async (dataDir: string) => {
  await prepareDatabase(dataDir);
  const storage = startCloudProcess(dataDir);
  const user = await s3User(await storage.ready);
  await unlockAllUsersOn(dataDir);
  await allowPlenty(dataDir);
  const bucket = "blobs";
  await user.client.send(new CreateBucketCommand({ Bucket: bucket }));
  const { accessKey, secretKey } = await user.makeKey();
  return { S3_ENDPOINT: user.endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
};

/** The settings of a bucket of versitygw, which must be on PATH and stores objects as files. */
export const startVersityBucket = async (dataDir: string) => {
  await mkdir(join(dataDir, "blobs"), { recursive: true });
  const port = await freePort();
  const [S3_ACCESS_KEY, S3_SECRET_KEY] = ["soak", "soak-of-an-instance"];
  const child = spawn(
    "versitygw",
    ["--port", `127.0.0.1:${port}`, "--access", S3_ACCESS_KEY, "--secret", S3_SECRET_KEY, "posix", dataDir],
    { stdio: "ignore" },
  );
  const ended = once(child, "exit");
  atFileEnd(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const S3_ENDPOINT = `http://127.0.0.1:${port}`;
  while (child.exitCode === null && !(await fetch(S3_ENDPOINT).catch(() => undefined))) await delay(50);
  return { S3_ENDPOINT, S3_BUCKET: "blobs", S3_ACCESS_KEY, S3_SECRET_KEY };
};

export interface InstanceOptions {
  /** The store of the instance's blobs. */
  readonly startBucket?: (dataDir: string) => Promise<Readonly<Record<"S3_ENDPOINT" | "S3_BUCKET", string>>>;
  /** Each machine gets a network namespace, which reaches the store and these ports of this machine. */
  readonly separateNetworks?: readonly number[];
}

/** Starts a machine for each role, such as "web". Users can use everything without a deposit. */
export const startInstance = async (
  roles: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  { startBucket = startBlobBucket, separateNetworks }: InstanceOptions = {},
): Promise<Instance> => {
  const folder = await temporaryFolder();
  const blobs = await startBucket(join(folder, "storage"));
  const storePort = Number(new URL(blobs.S3_ENDPOINT).port);
  const network = separateNetworks && (await openNetwork([storePort, ...separateNetworks]));
  const database = await startExternalDatabase(folder);
  const shared = { ...database.settings, ...blobs, ...settings };
  const machines: Machine[] = [];
  for (const [index, role] of roles.entries()) {
    const name = `${role.replace(",", "-")}-${index}`;
    const port = await freePort();
    const dataDir = join(folder, name);
    await mkdir(dataDir);
    const place = await network?.place(port);
    let running: CloudProcess | undefined;
    let isReady = false;
    machines.push({
      name,
      role,
      url: `http://localhost:${port}`,
      get isReady() {
        return isReady;
      },
      get pid() {
        return running?.child.pid;
      },
      start: async () => {
        const own = { ROLE: role, PORT: String(port), WORKER_ID: name, ...(place && { INTERNAL_HOST: place.address }) };
        const started = startCloudProcess(dataDir, { ...shared, ...own }, undefined, place?.launch);
        running = started;
        await started.ready;
        if (running === started) isReady = true;
      },
      kill: async () => {
        isReady = false;
        await running?.end("SIGKILL");
        running = undefined;
      },
    });
  }
  // The first migrates.
  for (const { start } of machines.slice(0, 1)) await start();
  await unlockAllUsersOn(folder);
  await Promise.all(machines.slice(1).map(({ start }) => start()));
  const ready = (role: string) => machines.filter((machine) => machine.isReady && machine.role.includes(role));
  return { machines, ready, database, folder };
};
