/**
 * Simulates users who store objects, deploy, pay, collect points and refresh their sessions concurrently, and records
 * every acknowledged action.
 */
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, vi } from "vitest";
import type { UserInfo } from "../../../resources/account/session.ts";
import { endedStates, type TaskState } from "../../../resources/hosting/states.ts";
import { connectDatabase } from "../../../src/cloud/engines/database/connect.ts";
import { embeddedAddress } from "../../../src/cloud/engines/database/embedded/embedded-server.ts";
import { databaseName } from "../../../src/cloud/engines/database/open.ts";
import { audit, type Audit } from "../../../src/cloud/billing/ledger/audit.ts";
import { callerOf } from "../server/api.ts";
import { withEmbeddedDatabase } from "../database/embedded-database.ts";
import { ownerWith } from "../account/owner.ts";
import { patience } from "../patience.ts";
import { payIn } from "../billing/pay-in.ts";
import { s3Region, type KeyPair } from "../storage/s3-user.ts";
import { signIn } from "../account/sign-in.ts";

const bucket = "mixed-load";
const objectBytes = [500, 20_000, 300_000];
const pauseMs = 50;

export interface MixedLoad {
  /** Sends requests to this address until stopped; failed requests are retried with new ones. */
  start(url: string): void;
  /** Resolves once no request is in progress. */
  stop(): Promise<void>;
  counts(): Record<"objects" | "deployments" | "payments" | "collects" | "refreshes", number>;
  /** Uploads again every object that can't be read as stored. Returns their number. */
  storeDamaged(url: string): Promise<number>;
  /**
   * Checks that every acknowledged write exists, and that nothing else was created or lost. `dataDir` contains the
   * database. Deployments can fail with one of `excuses`. Returns the number that did.
   */
  expectAllThere(url: string, dataDir: string, excuses?: readonly string[]): Promise<number>;
}

/** `pays`: whether to include payments on a local chain. */
export const mixedLoad = async (url: string, { pays = true } = {}): Promise<MixedLoad> => {
  const account = privateKeyToAccount(generatePrivateKey());
  const session = await signIn(url, account);
  const owner = ownerWith(url, session.accessToken);
  const { euid } = await owner.data<UserInfo>("GET /api/auth/user");
  const key = await owner.data<KeyPair>("POST /api/bucket/user/service-accounts", { name: "load" });
  const nodeTokenAt = async (at: string, token: string): Promise<string> =>
    (await ownerWith(at, token).data<{ token: string }>("POST /api/boost/node/create", {})).token;
  let nodeToken = await nodeTokenAt(url, session.accessToken);
  const signer = new AwsClient({
    accessKeyId: key.accessKey,
    secretAccessKey: key.secretKey,
    service: "s3",
    region: s3Region,
    retries: 0,
  });
  await signer.fetch(`${url}/s3/${bucket}`, { method: "PUT" });
  const { projectId } = await owner.data<{ projectId: string }>("POST /api/hosting/project", {
    name: "mixed-load",
    platform: "IPFS",
    deployType: "UPLOAD",
  });

  /** Sizes by name; the content is derived from the name. */
  const objects = new Map<string, number>();
  /** Page content by deployment id. */
  const deployments = new Map<string, string>();
  /** The page whose deployment is not acknowledged yet. */
  let deploying: string | undefined;
  const payments: string[] = [];
  let tokens = { accessToken: session.accessToken, refreshToken: session.refreshToken };
  let [collects, refreshes] = [0, 0];
  let collected = 0n;
  let isOn = false;
  let running: Promise<unknown> = Promise.resolve();

  const storeObject = async (at: string): Promise<void> => {
    const name = randomBytes(8).toString("hex");
    const sizeBytes = objectBytes[objects.size % objectBytes.length]!;
    if ((await put(at, name, sizeBytes)) === 200) objects.set(name, sizeBytes);
  };
  const put = async (at: string, name: string, sizeBytes: number): Promise<number> => {
    const body = bytesOf(name, sizeBytes);
    const answer = await signer.fetch(`${at}/s3/${bucket}/${name}`, { method: "PUT", body });
    await answer.arrayBuffer();
    return answer.status;
  };
  /** Treats an incomplete answer as unreadable. */
  const isReadable = async (at: string, name: string, sizeBytes: number): Promise<boolean> => {
    try {
      const answer = await signer.fetch(`${at}/s3/${bucket}/${name}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.status === 200 && bytes.equals(bytesOf(name, sizeBytes));
    } catch {
      return false;
    }
  };
  /**
   * Deploys in sequence; interrupted requests are repeated with the same Idempotency-Key. A queued deployment counts as
   * acknowledged, even if the server is killed before it ends.
   */
  const deploy = async (at: string): Promise<void> => {
    const { data } = ownerWith(at, tokens.accessToken);
    deploying ??= randomBytes(20_000).toString("hex");
    const page = deploying;
    const id = await queueDeployment(at, page);
    deployments.set(id, page);
    deploying = undefined;
    const hasEnded = async (): Promise<boolean> => {
      const { state } = await data<{ state: TaskState }>(`GET /api/hosting/project/task/object/${id}`);
      return endedStates.includes(state);
    };
    while (isOn && !(await hasEnded())) await delay(pauseMs);
  };
  const queueDeployment = async (at: string, page: string): Promise<string> => {
    const token = tokens.accessToken;
    const once = async <T>(step: string, line: string, body: unknown): Promise<T> => {
      const headers = { "idempotency-key": `${step}-${page.slice(0, 16)}` };
      const answer = await callerOf(at)(line, { token, headers, body });
      if (answer.status !== 200) throw new Error(`${line}: ${answer.status}`);
      return answer.body.data;
    };
    const files = [{ path: "index.html", sizeBytes: page.length }];
    const { uploadId } = await once<{ uploadId: string }>("upload", "POST /api/hosting/upload", {
      kind: "folder",
      files,
    });
    const { status, body } = await callerOf(at)(`GET /api/hosting/upload/${uploadId}`, { token });
    // A missing upload was deployed already, and only the answer was lost.
    if (status === 200) {
      const { received } = body.data as { received: number };
      const content = `${at}/api/hosting/upload/${uploadId}/content?offset=${received}`;
      const headers = { authorization: token, "content-type": "application/octet-stream" };
      const rest = page.slice(received);
      const sent = rest === "" ? undefined : await fetch(content, { method: "PUT", body: rest, headers });
      await sent?.arrayBuffer();
      if (sent && !sent.ok) throw new Error(`The upload was answered with ${sent.status}.`);
    }
    const build = `POST /api/hosting/project/${projectId}/build`;
    return (await once<{ taskId: string }>("build", build, { uploadId })).taskId;
  };
  const collect = async (at: string): Promise<void> => {
    const { status, body } = await callerOf(at)("PUT /api/boost/node/claim", { token: nodeToken });
    // A node's token expires with the session.
    if (status === 401) nodeToken = await nodeTokenAt(at, tokens.accessToken);
    if (status !== 200) return;
    collects += 1;
    collected += microOf((body.data as { collected: string }).collected);
  };
  /** Refreshes the session; after an unacknowledged refresh, the server's session can be one step ahead. */
  const refresh = async (at: string): Promise<void> => {
    const { status, body } = await callerOf(at)("POST /api/auth/refresh", {
      body: { refreshToken: tokens.refreshToken },
    });
    if (status === 200) {
      tokens = body.data;
      refreshes += 1;
    } else if (status === 401) tokens = await signIn(at, account);
  };

  const again = async (work: () => Promise<void>): Promise<void> => {
    while (isOn) {
      await work().catch(() => undefined);
      await delay(pauseMs);
    }
  };

  return {
    start: (at) => {
      isOn = true;
      running = Promise.all([
        again(() => storeObject(at)),
        again(() => storeObject(at)),
        again(() => deploy(at)),
        again(() => collect(at)),
        again(() => refresh(at)),
        ...(pays ? [again(async () => void payments.push(await payIn(at, "polygon", euid)))] : []),
      ]);
    },
    stop: async () => {
      isOn = false;
      await running;
    },
    counts: () => ({
      objects: objects.size,
      deployments: deployments.size,
      payments: payments.length,
      collects,
      refreshes,
    }),
    storeDamaged: async (at) => {
      let stored = 0;
      // The load can add more objects in the meantime.
      const known = [...objects];
      for (const [name, sizeBytes] of known) {
        if (await isReadable(at, name, sizeBytes)) continue;
        // The pool can reuse a connection that a broken answer has ended.
        await expect.poll(() => put(at, name, sizeBytes).catch(String), patience).toBe(200);
        expect(await isReadable(at, name, sizeBytes), name).toBe(true);
        stored += 1;
      }
      return stored;
    },
    expectAllThere: async (at, dataDir, excuses = []) => {
      let excused = 0;
      for (const [name, sizeBytes] of objects) expect(await isReadable(at, name, sizeBytes), name).toBe(true);
      const call = callerOf(at);
      expect((await call("GET /api/auth/user", { token: tokens.accessToken })).status).toBe(200);
      for (const [id, page] of deployments) {
        const task = await vi.waitFor(async () => {
          const { body } = await call(`GET /api/hosting/project/task/object/${id}`, { token: tokens.accessToken });
          const shown = body.data as { state: string; cid: string; errorMessage?: string };
          if (!excuses.includes(shown.errorMessage ?? ""))
            expect(shown, `${id}: ${shown.errorMessage}`).toMatchObject({ state: "success" });
          return shown;
        }, patience);
        if (task.state !== "success") {
          excused += 1;
          continue;
        }
        expect(await (await fetch(`${at}/ipfs/${task.cid}/index.html`)).text(), id).toBe(page);
      }
      await withEmbeddedDatabase(dataDir, async (database) => {
        const { rows: tasks } = await database.query<{ count: string }>("select count(*) from deployment");
        // One deployment can exist without acknowledgement; none was created twice.
        expect(Number(tasks[0]!.count) - deployments.size).toBeOneOf(deploying === undefined ? [0] : [0, 1]);
        const credited = async (): Promise<void> => {
          const { rows } = await database.query<{ tx_hash: string }>(
            "select tx_hash from deposit where status = 'CREDITED'",
          );
          const hashes = rows.map(({ tx_hash }) => tx_hash);
          expect(hashes.filter((hash) => payments.includes(hash)).toSorted()).toEqual(payments.toSorted());
        };
        await vi.waitFor(credited, { timeout: 120_000, interval: 500 });
        const { rows } = await database.query<{ points: string }>(
          "select coalesce(sum(amount), 0) as points from boost_point where kind = 'collect' and not is_note",
        );
        expect(BigInt(rows[0]!.points)).toBeGreaterThanOrEqual(collected);
        const audited = await auditOf(dataDir);
        expect(audited).toMatchObject({ isSound: true, wrongAccounts: [], sums: { LAND: 0n, POINT: 0n } });
      });
      return excused;
    },
  };
};

/** Returns the ledger's trial balance. */
const auditOf = async (dataDir: string): Promise<Audit> => {
  const address = { ...(await embeddedAddress(join(dataDir, "postgres"))), database: databaseName };
  const { db, close } = connectDatabase(address, pino({ level: "silent" }));
  try {
    return await audit(db);
  } finally {
    await close();
  }
};

/** Converts "1.5" points to 1,500,000 micro-points. */
const microOf = (points: string): bigint => {
  const [whole = "0", fraction = ""] = points.split(".");
  return BigInt(whole + fraction.padEnd(6, "0"));
};

const bytesOf = (name: string, sizeBytes: number): Buffer<ArrayBuffer> =>
  Buffer.from(createHash("shake256", { outputLength: sizeBytes }).update(name).digest());
