/**
 * Simulates users of an instance of several processes: each request goes to any process that is ready. Records what was acknowledged,
 * and the times and failures of each capability.
 */
import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { expect, vi } from "vitest";
import type { TaskState } from "../../../resources/hosting/states.ts";
import { audit } from "../../../src/cloud/billing/ledger/audit.ts";
import { connectDatabase } from "../../../src/cloud/engines/database/connect.ts";
import { embeddedAddress } from "../../../src/cloud/engines/database/embedded/embedded-server.ts";
import { databaseName } from "../../../src/cloud/engines/database/open.ts";
import { newOwner } from "../account/owner.ts";
import { signIn } from "../account/sign-in.ts";
import { callerOf } from "../server/api.ts";
import { ask } from "../server/http.ts";
import { allowPlenty, type Instance } from "../server/instance-processes.ts";
import { s3Region, type KeyPair } from "../storage/s3-user.ts";
import type { ipfsGateway } from "../ipfs/ipfs-gateway.ts";
import { engineLoad, type Capability, type Count } from "./engine-load.ts";

const bucket = "soak";
const requestMsMax = 30_000;
const pauseMs = 50;
const partBytes = 5 * 1024 * 1024;
/** Below the limit of sign-ins per address and minute, which all users of this load share. */
const signInPauseMs = 3000;
/** No process of a role is ready: a balancer has nowhere to send the request. */
class NoneReady extends Error {}

const patience = { timeout: 180_000, interval: 500 };

export interface CapabilityFigures {
  readonly name: string;
  readonly requests: number;
  readonly failures: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Seconds in which no process that serves it was ready; nothing was requested then. */
  readonly unavailableSeconds: number;
  /** Failures by reason, the most frequent first. */
  readonly reasons: readonly string[];
}

export interface InstanceLoad {
  start(): void;
  /** Resolves once no request is in progress. */
  stop(): Promise<void>;
  /** Figures of each capability. Violations seen under load are thrown. */
  figures(): readonly CapabilityFigures[];
  /** Checks at each web that nothing acknowledged is lost, and that nothing took effect twice. Returns what was checked. */
  expectAllThere(): Promise<Readonly<Record<string, number>>>;
}

export interface InstanceLoadOptions {
  /** An account of OPERATORS. */
  readonly operator: PrivateKeyAccount;
  /** The chain of the RPC calls. */
  readonly rpcPath: string;
  /** A gateway of another network, of IPFS_GATEWAYS. */
  readonly network: Awaited<ReturnType<typeof ipfsGateway>>;
  /** A model of AI_UPSTREAM that always answers "Hello". */
  readonly model: string;
}

export const instanceLoad = async (
  instance: Instance,
  { operator, rpcPath, network, model }: InstanceLoadOptions,
): Promise<InstanceLoad> => {
  const anyOf = (role: string): string => {
    const machines = instance.ready(role);
    if (machines.length === 0) throw new NoneReady(`No ${role} is ready.`);
    return machines[randomInt(machines.length)]!.url;
  };
  const web = (): string => anyOf("web");
  const first = await newOwner(web());
  const { token } = first;
  const { accessToken: operatorToken } = await signIn(web(), operator);
  const key = await first.data<KeyPair>("POST /api/bucket/user/service-accounts", { name: "load" });
  const signer = new AwsClient({ ...idsOf(key), service: "s3", region: s3Region, retries: 0 });
  await signer.fetch(`${web()}/s3/${bucket}`, { method: "PUT" });
  await allowPlenty(instance.folder);
  const { userKey } = await first.data<{ userKey: string }>("POST /api/rpc/rpc/manager/keys", {
    name: "soak",
    notes: "",
    type: "FREE",
  });

  /** Sizes of acknowledged objects by name; the content is derived from the name. */
  const objects = new Map<string, number>();
  const redeemed = new Set<string>();
  const violations: string[] = [];
  const measured = new Map<string, { times: number[]; failures: Map<string, number>; unavailableMs: number }>();
  let isOn = false;
  let running: Promise<unknown> = Promise.resolve();
  let [counter, counted, overwrites] = [0, 0, 0];
  let voucher: { key: string; code?: string } | undefined;
  let [vouchers, signIns, rpcCalls] = [0, 0, 0];

  const s3 = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await signer.fetch(`${web()}/s3/${bucket}/${path}`, {
      ...init,
      signal: AbortSignal.timeout(requestMsMax),
    });
    if (!answer.ok) throw new Error(`${init.method ?? "GET"} ${answer.status} ${codeIn(await answer.text())}`);
    return answer;
  };
  const send = async <T>(line: string, body: unknown, by: string, idempotencyKey?: string): Promise<T> => {
    const headers: Record<string, string> = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    const answer = await callerOf(web())(line, { token: by, body, headers });
    if (answer.status !== 200) throw new Error(`${line.split(" ")[0]} ${answer.status} ${String(answer.body?.code)}`);
    return answer.body.data;
  };

  /** Deploys a page after the other to a project of a platform. */
  const deploying = async (name: string, platform: "IPFS" | "AR", pause: number) => {
    const project = { name, platform, deployType: "UPLOAD" };
    const { projectId } = await first.data<{ projectId: string }>("POST /api/hosting/project", project);
    /** Pages by deployment. */
    const acknowledged = new Map<string, string>();
    const pages = new Set<string>();
    let next: string | undefined;
    const work = async (): Promise<number> => {
      next ??= randomBytes(5000).toString("hex");
      const page = next;
      pages.add(page);
      const step = page.slice(0, 16);
      const files = [{ path: "index.html", sizeBytes: page.length }];
      const upload = { kind: "folder", files };
      const { uploadId } = await send<{ uploadId: string }>("POST /api/hosting/upload", upload, token, `u${step}`);
      const { status, body } = await callerOf(web())(`GET /api/hosting/upload/${uploadId}`, { token });
      // A missing upload was deployed, and only the reply was lost.
      if (status === 200) {
        const { received } = body.data as { received: number };
        const content = `${web()}/api/hosting/upload/${uploadId}/content?offset=${received}`;
        const headers = { authorization: token, "content-type": "application/octet-stream" };
        const rest = page.slice(received);
        const sent = rest === "" ? undefined : await fetch(content, { method: "PUT", body: rest, headers });
        await sent?.arrayBuffer();
        if (sent && !sent.ok) throw new Error(`PUT ${sent.status}`);
      } else if (status !== 404) throw new Error(`GET ${status}`);
      const line = `POST /api/hosting/project/${projectId}/build`;
      const { taskId } = await send<{ taskId: string }>(line, { uploadId }, token, `b${step}`);
      acknowledged.set(taskId, page);
      next = undefined;
      return pause;
    };
    const check = async (at: string, count: Count): Promise<number> => {
      for (const [id, page] of acknowledged) {
        const { cid, arHash } = await vi.waitFor(async () => {
          const { body } = await callerOf(at)(`GET /api/hosting/project/task/object/${id}`, { token });
          const task = body.data as { state: TaskState; cid: string; arHash?: string; errorMessage?: string };
          expect(task, `${id}: ${task.errorMessage}`).toMatchObject({ state: "success" });
          return task;
        }, patience);
        const path = platform === "AR" ? `/arweave/${arHash}` : `/ipfs/${cid}/index.html`;
        expect(await (await fetch(at + path)).text()).toBe(page);
      }
      extra(await count(`select count(*) from deployment where project_id = '${projectId}'`), acknowledged.size);
      return acknowledged.size;
    };
    return { name: `deployment, ${platform}`, work, check, acknowledged, pages };
  };
  // Together below the limit of deployments per minute.
  const onIpfs = await deploying("soak-site", "IPFS", 4000);
  const onArweave = await deploying("soak-weave", "AR", 12_000);
  const engines = await engineLoad({ web, owner: first, network, model });

  const own: Readonly<Record<string, Capability["work"]>> = {
    "S3 put": async () => {
      const name = randomBytes(8).toString("hex");
      const sizeBytes = [500, 20_000, 300_000][randomInt(3)]!;
      await (await s3(name, { method: "PUT", body: bytesOf(name, sizeBytes) })).arrayBuffer();
      objects.set(name, sizeBytes);
    },
    "S3 get": async () => {
      const known = [...objects];
      if (known.length === 0) return;
      const [name, sizeBytes] = known[randomInt(known.length)]!;
      const answer = await s3(name).catch((error: unknown) => {
        if (String(error).includes("NoSuchKey")) violations.push(`The acknowledged object ${name} was missing`);
        throw error;
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (!bytes.equals(bytesOf(name, sizeBytes))) violations.push(`The object ${name} had other content`);
    },
    "S3 overwrite": async () => {
      counter += 1;
      await (await s3("counter", { method: "PUT", body: String(counter) })).arrayBuffer();
      counted = counter;
      overwrites += 1;
      const read = Number(await (await s3("counter")).text());
      if (read !== counted) violations.push(`${read} was read after ${counted} was acknowledged`);
    },
    "S3 multipart": async () => {
      const name = `parts-${randomBytes(8).toString("hex")}`;
      const bytes = bytesOf(name, partBytes + 1000);
      const started = await (await s3(`${name}?uploads`, { method: "POST" })).text();
      const id = /<UploadId>([^<]+)/.exec(started)![1]!;
      const etags: string[] = [];
      for (const [index, body] of [bytes.subarray(0, partBytes), bytes.subarray(partBytes)].entries()) {
        const part = await s3(`${name}?uploadId=${id}&partNumber=${index + 1}`, { method: "PUT", body });
        etags.push(part.headers.get("etag")!);
      }
      const list = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
      const body = `<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`;
      const done = await (await s3(`${name}?uploadId=${id}`, { method: "POST", body })).text();
      if (!done.includes("<CompleteMultipartUploadResult")) throw new Error(`Completing: ${codeIn(done)}`);
      objects.set(name, bytes.length);
      return 1000;
    },
    "gateway read": async () => {
      if (onIpfs.acknowledged.size === 0) return;
      const { port } = new URL(anyOf("gateway"));
      const { status, body } = await ask(Number(port), `soak-site.localhost:${port}`, "/");
      // Until the first deployment ends, the site does not exist.
      if (status !== 200) throw new Error(`GET ${status}`);
      if (!onIpfs.pages.has(body.toString())) violations.push("The gateway served a page that was never deployed");
    },
    RPC: async () => {
      const answer = await fetch(`${web()}/v1/${rpcPath}/${userKey}`, {
        method: "POST",
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
        signal: AbortSignal.timeout(requestMsMax),
      });
      const { result, error } = (await answer.json()) as { result?: string; error?: { code: number } };
      if (result === undefined) throw new Error(`RPC ${error?.code}`);
      rpcCalls += 1;
    },
    "LAND transfer": async () => {
      voucher ??= { key: randomUUID() };
      if (voucher.code === undefined) {
        const wish = { gives: "LAND", amount: 1, uses: 1 };
        const line = "POST /api/bill-consume/operator/vouchers";
        voucher.code = (await send<{ code: string }>(line, wish, operatorToken, voucher.key)).code;
        vouchers += 1;
      }
      const { code, key: id } = voucher;
      const redeem = (suffix: string) =>
        send("POST /api/resource/rewardhub/voucher/redeem", { code }, token, `${id}${suffix}`);
      // Twice at once: only one may take effect. A reply may be lost, so a refusal also says that it took effect.
      const results = await Promise.allSettled([redeem("a"), redeem("b")]);
      const isDone = results.some((each) => each.status === "fulfilled" || /POST 4(?!29)/.test(String(each.reason)));
      if (!isDone) throw (results[0] as PromiseRejectedResult).reason;
      redeemed.add(id);
      voucher = undefined;
      return 4500;
    },
    "sign-in": async () => {
      const at = web();
      const user = await signIn(at, privateKeyToAccount(generatePrivateKey()));
      signIns += 1;
      const { status } = await callerOf(web())("GET /api/auth/user", { token: user.accessToken });
      if (status === 401) violations.push("A session was unknown right after it was acknowledged");
      if (status !== 200) throw new Error(`GET ${status}`);
      return signInPauseMs;
    },
  };
  const capabilities: readonly Capability[] = [
    ...Object.entries(own).map(([name, work]) => ({ name, work })),
    onIpfs,
    onArweave,
    ...engines,
  ];

  const again = async ({ name, work }: Capability): Promise<void> => {
    const figures = measured.get(name)!;
    const { times, failures } = figures;
    while (isOn) {
      const start = performance.now();
      let pause: number | void = undefined;
      try {
        pause = await work();
        times.push(performance.now() - start);
      } catch (error) {
        const isUnavailable = error instanceof NoneReady;
        const reason = reasonOf(error);
        if (!isUnavailable) failures.set(reason, (failures.get(reason) ?? 0) + 1);
        if (!isUnavailable) times.push(performance.now() - start);
        await delay(200);
        if (isUnavailable) figures.unavailableMs += performance.now() - start;
      }
      await delay(pause ?? pauseMs);
    }
  };
  for (const { name } of capabilities) measured.set(name, { times: [], failures: new Map(), unavailableMs: 0 });

  const expectObjects = async (at: string): Promise<void> => {
    for (const [name, sizeBytes] of objects) {
      const answer = await signer.fetch(`${at}/s3/${bucket}/${name}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([name, answer.status, bytes.equals(bytesOf(name, sizeBytes))]).toEqual([name, 200, true]);
    }
    const last = Number(await (await signer.fetch(`${at}/s3/${bucket}/counter`)).text());
    expect(last).toBeGreaterThanOrEqual(counted);
    expect(last).toBeLessThanOrEqual(counter);
  };

  return {
    start: () => {
      isOn = true;
      running = Promise.all(capabilities.map(again));
    },
    stop: async () => {
      isOn = false;
      await running;
    },
    figures: () =>
      [...measured].map(([name, { times, failures, unavailableMs }]) => {
        const sorted = times.toSorted((a, b) => a - b);
        const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
        return {
          name,
          requests: times.length,
          failures: [...failures.values()].reduce((sum, count) => sum + count, 0),
          p50Ms: at(0.5),
          p99Ms: at(0.99),
          maxMs: at(1),
          unavailableSeconds: Math.round(unavailableMs / 1000),
          reasons: [...failures].toSorted((a, b) => b[1] - a[1]).map(([reason, count]) => `${count} × ${reason}`),
        };
      }),
    expectAllThere: async () => {
      expect(violations).toEqual([]);
      for (const { url } of instance.ready("web")) await expectObjects(url);
      const address = { ...(await embeddedAddress(`${instance.folder}/postgres`)), database: databaseName };
      const { db, pool, close } = connectDatabase(address, pino({ level: "silent" }));
      try {
        const count: Count = async (query) => Number((await pool.query<{ count: string }>(query)).rows[0]!.count);
        const checked: Record<string, number> = {};
        for (const { name, check } of capabilities) if (check) checked[name] = await check(web(), count);
        // Builds of killed workers run again after the lease of the worker.
        checked["longest deployment, seconds"] = await count(
          "select ceil(extract(epoch from max(ended_at - created_at))) as count from deployment",
        );
        extra(await count("select count(*) from voucher"), vouchers);
        const redemptions = await count("select count(*) from voucher_redemption");
        extra(redemptions, redeemed.size);
        const audited = await audit(db);
        expect(audited).toMatchObject({ isSound: true, wrongAccounts: [], sums: { LAND: 0n, POINT: 0n } });
        const given = audited.totals.find(({ account, unit }) => account === "voucher" && unit === "LAND");
        expect(given?.balance).toBe(-BigInt(redemptions) * 10n ** 18n);
        return {
          ...checked,
          objects: objects.size,
          overwrites,
          redemptions,
          signIns,
          rpcCalls,
        };
      } finally {
        await close();
      }
    },
  };
};

/** The last one may have taken effect without its reply. */
const extra = (found: number, acknowledged: number): void => {
  expect(found).toBeGreaterThanOrEqual(acknowledged);
  expect(found).toBeLessThanOrEqual(acknowledged + 1);
};

const idsOf = ({ accessKey, secretKey }: KeyPair) => ({ accessKeyId: accessKey, secretAccessKey: secretKey });

const codeIn = (xml: string): string => /<Code>([^<]+)/.exec(xml)?.[1] ?? "";

/** Shortens an error so that equal failures count together. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? error) as { code?: string };
  return code ?? error.message.replaceAll(/https?:\S+/g, "…").slice(0, 80);
};

const bytesOf = (name: string, sizeBytes: number): Buffer<ArrayBuffer> =>
  Buffer.from(createHash("shake256", { outputLength: sizeBytes }).update(name).digest());
