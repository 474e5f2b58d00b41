/**
 * What users of an instance do with its engines: chains, repositories, models, pins, names and points. Each request goes to any
 * web process that is ready, and each capability records what was acknowledged.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { Wallet, keccak256 } from "ethers";
import { CID } from "multiformats/cid";
import { identity } from "multiformats/hashes/identity";
import { expect, vi } from "vitest";
import type { Repository } from "../../../resources/hosting/repositories/repositories.ts";
import type { newOwner } from "../account/owner.ts";
import { newTonWallet, tonWalletAt } from "../chains/ton.ts";
import { runningRollup } from "../chains/running-rollup.ts";
import { newClone } from "../git/git-clone.ts";
import { cloneAs } from "../git/git-client.ts";
import { carOf, folderBlocks } from "../ipfs/car.ts";
import type { ipfsGateway } from "../ipfs/ipfs-gateway.ts";
import type { PinStatus } from "../ipfs/pinner.ts";
import { callerOf } from "../server/api.ts";
import { ask } from "../server/http.ts";

const patience = { timeout: 180_000, interval: 500 };
const requestMsMax = 30_000;

/** One thing that users do again and again. */
export interface Capability {
  readonly name: string;
  /** Does it once. Returns the milliseconds until the next time, by default the pause of the load. Throws if it failed. */
  work(): Promise<number | void>;
  /** Checks at a web process that nothing acknowledged is lost and nothing took effect twice. Returns what was checked. */
  check?(at: string, count: Count): Promise<number>;
}

/** Returns the single number of a query to the instance's database. */
export type Count = (query: string) => Promise<number>;

export interface EngineLoadOptions {
  /** The URL of a web process that is ready. */
  web(): string;
  readonly owner: Awaited<ReturnType<typeof newOwner>>;
  /** A gateway of another network, of IPFS_GATEWAYS. */
  readonly network: Awaited<ReturnType<typeof ipfsGateway>>;
  /** A model of AI_UPSTREAM that always answers "Hello". */
  readonly model: string;
}

export const engineLoad = async (options: EngineLoadOptions): Promise<readonly Capability[]> => {
  const { web, owner } = options;
  const payer = Wallet.createRandom().privateKey;
  await owner.data("POST /api/resource/faucet", { chain: "polygon", address: new Wallet(payer).address });
  const rollup = await runningRollup(web(), "Soak");
  const { privateKey: rich } = await rollup.wallet();
  return [
    payments("local chain", web, { path: "/chain/polygon", chainId: 137, key: payer }),
    payments("rollup", web, { path: `/rollup/${rollup.chainId}`, chainId: Number(rollup.chainId), key: rich }),
    await tonPayments(web),
    await pushes(options),
    await chats(options),
    await pins(options),
    await names(options),
    await claims(options),
  ];
};

const payments = (
  name: string,
  web: () => string,
  { path, chainId, key }: { readonly path: string; readonly chainId: number; readonly key: string },
): Capability => {
  const wallet = new Wallet(key);
  const to = `0x${"d0".repeat(20)}`;
  const fees = { gasLimit: 21_000n, maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1n };
  const acknowledged: string[] = [];
  let signed: string | undefined;
  const rpc = async <T>(at: string, method: string, params: readonly unknown[]) => {
    const answer = await fetch(`${at}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(requestMsMax),
    });
    return (await answer.json()) as { result?: T | null; error?: { code: number; message: string } };
  };
  return {
    name,
    work: async () => {
      const nonce = acknowledged.length;
      signed ??= await wallet.signTransaction({ type: 2, chainId, nonce, to, value: 1000n, ...fees });
      const hash = keccak256(signed);
      const { result, error } = await rpc<string>(web(), "eth_sendRawTransaction", [signed]);
      // The reply to an earlier try may be lost: then the chain has it already.
      const known = result ?? (await rpc<object>(web(), "eth_getTransactionByHash", [hash])).result ?? undefined;
      if (known === undefined) throw new Error(`RPC ${error?.code} ${error?.message}`);
      acknowledged.push(hash);
      signed = undefined;
      return 500;
    },
    check: async (at) => {
      for (const hash of acknowledged)
        await vi.waitFor(async () => {
          const { result } = await rpc<{ status: string }>(at, "eth_getTransactionReceipt", [hash]);
          expect(result, hash).toMatchObject({ status: "0x1" });
        }, patience);
      const { result } = await rpc<string>(at, "eth_getBalance", [to, "latest"]);
      const paid = Number(BigInt(result!) / 1000n);
      expect(paid - acknowledged.length).toBeOneOf([0, 1]);
      return acknowledged.length;
    },
  };
};

/** Pays with Toncoin. The wallet's sequence number accepts each payment once. */
const tonPayments = async (web: () => string): Promise<Capability> => {
  const [wallet, to] = [newTonWallet(), newTonWallet()];
  expect(await callerOf(web())("POST /api/resource/faucet/ton", { body: { address: wallet.address } })).toMatchObject({
    status: 200,
  });
  let acknowledged = 0;
  let signed: Buffer | undefined;
  return {
    name: "TON",
    work: async () => {
      const validUntil = Math.floor(Date.now() / 1000) + 86_400;
      const payment = { to: to.address, nano: 1000n, seqno: acknowledged, comment: `${acknowledged}`, validUntil };
      signed ??= wallet.sign(payment);
      const { client, seqno } = tonWalletAt(web(), wallet);
      try {
        await client.sendFile(signed);
      } catch (error) {
        // The reply to an earlier try may be lost: then the chain has it already.
        if ((await seqno()) <= acknowledged) throw error;
      }
      acknowledged += 1;
      signed = undefined;
      return 2000;
    },
    check: async (at) => {
      const { client, seqno } = tonWalletAt(at, wallet);
      const paid = await seqno();
      expect(paid - acknowledged).toBeOneOf([0, 1]);
      const numbers: string[] = [];
      for (let last: { lt: string; hash: string } | undefined, page = 100; page === 100;) {
        const found = await client.getTransactions(to.raw, { limit: 100, ...last });
        for (const { inMessage } of found) numbers.push(inMessage!.body.beginParse().skip(32).loadStringTail());
        page = found.length;
        if (page > 0) last = { lt: String(found.at(-1)!.lt), hash: found.at(-1)!.hash().toString("base64") };
      }
      expect(numbers).toEqual(Array.from({ length: paid }, (_, index) => `${paid - 1 - index}`));
      return acknowledged;
    },
  };
};

/** Pushes to a repository, whose branch is a site. */
const pushes = async ({ web, owner }: EngineLoadOptions): Promise<Capability> => {
  const { data } = owner;
  const { id, cloneUrl, defaultBranch } = await data<Repository>("POST /api/hosting/repo", { name: "soak-code" });
  const { token } = await data<{ token: string }>("POST /api/hosting/user/token/new", { name: "soak" });
  const urlAt = (at: string): string => at + new URL(cloneUrl).pathname;
  const withToken = (url: string): string => url.replace("://", `://ada:${token}@`);
  const clone = await newClone(withToken(urlAt(web())), defaultBranch);
  const project = { name: "soak-code", platform: "IPFS", deployType: "REPOSITORY", repoId: id };
  const { projectId } = await data<{ projectId: string }>("POST /api/hosting/project", project);
  const pages: string[] = [];
  const acknowledged: string[] = [];
  let shown = 0;
  return {
    name: "Git push",
    work: async () => {
      pages.push(randomBytes(500).toString("hex"));
      // A push that failed may have been stored; the next one continues from it in both cases.
      const hash = await clone.push({ "index.html": pages.at(-1)! }, { address: withToken(urlAt(web())) });
      acknowledged.push(hash);
      shown = pages.length - 1;
      return 4000;
    },
    check: async (at, count) => {
      const { folder } = await cloneAs(urlAt(at), token);
      const { stdout } = await promisify(execFile)("git", ["-C", folder, "log", "--format=%H"]);
      expect(stdout.split("\n")).toEqual(expect.arrayContaining(acknowledged));
      const { port } = new URL(at);
      await vi.waitFor(async () => {
        const { body } = await ask(Number(port), `soak-code.localhost:${port}`, "/");
        expect(pages.slice(shown)).toContain(body.toString());
      }, patience);
      const twice = `select count(*) from (select from deployment where project_id = '${projectId}'
        group by commit_hash having count(*) > 1) as twice`;
      expect(await count(twice)).toBe(0);
      return acknowledged.length;
    },
  };
};

/** Asks a model. What is answered is recorded once. */
const chats = async ({ web, owner, model }: EngineLoadOptions): Promise<Capability> => {
  const { key } = await owner.data<{ key: string }>("POST /api/rpc/rpc/ai/manager/keys", { name: "soak" });
  let [asked, answered] = [0, 0];
  return {
    name: "AI request",
    work: async () => {
      asked += 1;
      const answer = await fetch(`${web()}/api/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify({ model, messages: [{ role: "user", content: "Hi" }] }),
        signal: AbortSignal.timeout(requestMsMax),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`POST ${answer.status} ${text.slice(0, 60)}`);
      expect(JSON.parse(text)).toMatchObject({ choices: [{ message: { content: "Hello" } }] });
      answered += 1;
      return 1500;
    },
    check: async (_at, count) => {
      const recorded = await count("select count(*) from ai_call where outcome = 'done'");
      expect(recorded).toBeGreaterThanOrEqual(answered);
      expect(recorded).toBeLessThanOrEqual(asked);
      return answered;
    },
  };
};

/** Pins content of another network. */
const pins = async ({ web, owner, network }: EngineLoadOptions): Promise<Capability> => {
  const { accessToken } = await owner.data<{ accessToken: string }>(
    "POST /api/pinning/user/ipfs-pinning-service/token",
  );
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  /** CIDs and their content by request. */
  const acknowledged = new Map<string, readonly [cid: string, text: string]>();
  return {
    name: "pin",
    work: async () => {
      const text = randomBytes(2000).toString("hex");
      const blocks = await folderBlocks({ "a.txt": text });
      const cid = blocks[0]!.cid.toString();
      network.cars.set(cid, await carOf(blocks));
      const body = JSON.stringify({ cid });
      const signal = AbortSignal.timeout(requestMsMax);
      const answer = await fetch(`${web()}/api/pinning/pins`, { method: "POST", headers, body, signal });
      const status = (await answer.json()) as PinStatus;
      if (answer.status !== 202) throw new Error(`POST ${answer.status}`);
      acknowledged.set(status.requestid, [cid, text]);
      return 3000;
    },
    check: async (at, count) => {
      for (const [id, [cid, text]] of acknowledged) {
        await vi.waitFor(async () => {
          const shown = (await (await fetch(`${at}/api/pinning/pins/${id}`, { headers })).json()) as PinStatus;
          expect(shown).toMatchObject({ status: "pinned", pin: { cid } });
        }, patience);
        expect(await (await fetch(`${at}/ipfs/${cid}/a.txt`)).text()).toBe(text);
      }
      expect(await count("select count(*) from (select from pin group by cid having count(*) > 1) as twice")).toBe(0);
      return acknowledged.size;
    },
  };
};

/** Publishes new targets for an IPNS name. */
const names = async ({ web, owner }: EngineLoadOptions): Promise<Capability> => {
  const { data, token } = owner;
  const { key } = await data<{ key: string }>("POST /api/ipns/names", {
    name: "soak",
    value: inline("0"),
    lifetime: 30,
  });
  let [tried, published] = [0, 0];
  return {
    name: "IPNS name",
    work: async () => {
      tried += 1;
      const answer = await callerOf(web())(`POST /api/ipns/names/${key}`, {
        token,
        body: { value: inline(`${tried}`) },
      });
      if (answer.status !== 200) throw new Error(`POST ${answer.status} ${String(answer.body?.code)}`);
      published = tried;
      return 2000;
    },
    check: async (at) => {
      const shown = Number(await (await fetch(`${at}/ipns/${key}`)).text());
      expect(shown).toBeGreaterThanOrEqual(published);
      expect(shown).toBeLessThanOrEqual(tried);
      return published;
    },
  };
};

/** A path whose CID contains the text. */
const inline = (text: string): string => `/ipfs/${CID.createV1(0x55, identity.digest(Buffer.from(text))).toString()}`;

/** Collects the points of a Boost node. */
const claims = async ({ web, owner }: EngineLoadOptions): Promise<Capability> => {
  const start = async (): Promise<string> => {
    const { status, body } = await callerOf(web())("POST /api/boost/node/create", { token: owner.token, body: {} });
    if (status !== 200) throw new Error(`POST ${status} ${String(body?.code)}`);
    return (body.data as { token: string }).token;
  };
  let node: string | undefined = await start();
  let [collects, collected] = [0, 0];
  return {
    name: "Boost claim",
    work: async () => {
      node ??= await start();
      const { status, body } = await callerOf(web())("PUT /api/boost/node/claim", { token: node });
      if (status === 401) node = undefined;
      if (status !== 200) throw new Error(`PUT ${status} ${String(body?.code)}`);
      collects += 1;
      collected += Number((body.data as { collected: string }).collected);
      return 1000;
    },
    check: async (_at, count) => {
      const points = await count(
        "select coalesce(sum(amount), 0) as count from boost_point where kind = 'collect' and not is_note",
      );
      expect(points / 1e6).toBeGreaterThanOrEqual(collected - 1e-6);
      return collects;
    },
  };
};
