/** The RPC service by clients that know nothing of it, on a cloud with chains of its own. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JsonRpcProvider, Network, Wallet, WebSocketProvider } from "ethers";
import { createPublicClient, http, webSocket } from "viem";
import { polygon } from "viem/chains";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { atFileEnd } from "./support/file-end.ts";
import { testCloud, type TestCloud } from "./support/cloud.ts";
import { rpcNode, type RpcNode } from "./support/rpc-node.ts";
import { rpc, rpcTeam } from "./support/rpc-team.ts";

let cloud: TestCloud;
let nodes: readonly [RpcNode, RpcNode];
beforeAll(async () => {
  const target = (): string => `${cloud.url}/chain/polygon`;
  nodes = [await rpcNode(target), await rpcNode(target)];
  const folder = await mkdtemp(join(tmpdir(), "freehold-rpc-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "upstreams.json");
  const shared = { name: "Two nodes", chainId: 137, blockMs: 100, finality: 8, upstreams: nodes.map(({ url }) => url) };
  await writeFile(path, JSON.stringify({ pair: { mainnet: shared } }));
  cloud = await testCloud({ RPC_UPSTREAMS_FILE: path, EVM_BLOCK_MS: "20" });
});
const network = new Network("polygon", 137);

const clientAt = (url: string): JsonRpcProvider => {
  const provider = new JsonRpcProvider(url, network, { staticNetwork: network });
  atFileEnd(async () => provider.destroy());
  return provider;
};

/** Test coins for a new wallet. */
const richWallet = async (owner: Awaited<ReturnType<typeof rpcTeam>>, provider: JsonRpcProvider): Promise<Wallet> => {
  const wallet = new Wallet(Wallet.createRandom().privateKey, provider);
  await owner.data("POST /api/resource/faucet", { chain: "polygon", address: wallet.address });
  return wallet;
};

describe("unchanged clients", () => {
  test("ethers reads a chain, sends a transaction and waits for it", async () => {
    const team = await rpcTeam(cloud, 1_000_000, 10n);
    const { userKey } = await team.newKey("VIP");
    const provider = clientAt(team.url(userKey));
    const wallet = await richWallet(team, provider);
    const to = Wallet.createRandom().address;
    const { hash } = await wallet.sendTransaction({ to, value: 5n });
    const receipt = await vi.waitFor(
      async () => {
        const found = await provider.getTransactionReceipt(hash);
        if (!found) throw new Error("not yet");
        return found;
      },
      { timeout: 20_000, interval: 200 },
    );
    expect(receipt.status).toBe(1);
    expect(await provider.getBalance(to)).toBe(5n);
  });

  test("viem reads a chain, in batches too", async () => {
    const team = await rpcTeam(cloud, 1_000_000, 10n);
    const { userKey } = await team.newKey("VIP");
    const client = createPublicClient({ chain: polygon, transport: http(team.url(userKey), { batch: true }) });
    const [id, block, balance] = await Promise.all([
      client.getChainId(),
      client.getBlock(),
      client.getBalance({ address: "0x00000000000000000000000000000000000000aa" }),
    ]);
    expect(id).toBe(137);
    expect(block.number).toBeGreaterThanOrEqual(0n);
    expect(balance).toBe(0n);
  });
});

describe("one of two nodes", () => {
  beforeEach(() => nodes.forEach((node) => void (node.mood = "well")));

  test.each(["dead", "hung", "lagging", "garbage"] as const)(
    "that is %s is no error for readers, and a transaction is sent once",
    async (mood) => {
      const team = await rpcTeam(cloud, 1_000_000, 10n);
      const { userKey } = await team.newKey("VIP");
      const own = clientAt(team.url(userKey));
      const wallet = await richWallet(team, own);
      const url = team.url(userKey, "pair/mainnet");
      const head = await own.getBlockNumber();
      nodes[0].mood = mood;
      for (let each = 0; each < 5; each++) {
        const { body } = await rpc(url, "eth_getBalance", [`0x${String(each).padStart(40, "0")}`, "latest"]);
        expect(body).toMatchObject({ result: "0x0" });
      }
      expect(Number((await rpc(url, "eth_blockNumber")).body.result)).toBeGreaterThanOrEqual(head);
      const sentBefore = nodes.map(({ asked }) => asked.filter((method) => method === "eth_sendRawTransaction").length);
      const raw = await wallet.signTransaction(await wallet.populateTransaction({ to: wallet.address, value: 1n }));
      const sent = await rpc(url, "eth_sendRawTransaction", [raw]);
      expect(sent.body.error).toBeUndefined();
      const sentAfter = nodes.map(({ asked }) => asked.filter((method) => method === "eth_sendRawTransaction").length);
      expect(sentAfter[0]! + sentAfter[1]! - sentBefore[0]! - sentBefore[1]!).toBe(1);
    },
  );
});

describe("websockets", () => {
  const socketUrl = (url: string): string => url.replace(/^http/, "ws");

  test("ethers hears of new blocks and of logs, and viem of blocks", async () => {
    const team = await rpcTeam(cloud, 1_000_000, 10n);
    const { id, userKey } = await team.newKey("VIP");
    const url = socketUrl(team.url(userKey));
    const provider = new WebSocketProvider(url, network, { staticNetwork: network });
    const client = createPublicClient({ chain: polygon, transport: webSocket(url, { reconnect: false }) });
    const [blocks, logs, numbers]: [number[], unknown[], bigint[]] = [[], [], []];
    await provider.on("block", (number: number) => blocks.push(number));
    await provider.on({ topics: [] }, (log) => logs.push(log));
    const stop = client.watchBlockNumber({ onBlockNumber: (number) => numbers.push(number) });
    await vi.waitFor(
      async () => {
        await richWallet(team, clientAt(team.url(userKey)));
        expect([blocks.length > 0, logs.length > 0, numbers.length > 0]).toEqual([true, true, true]);
      },
      { timeout: 20_000, interval: 1000 },
    );
    expect(blocks).toEqual(blocks.map((_each, place) => blocks[0]! + place));
    stop();
    await provider.destroy();
    (await client.transport.getRpcClient()).close();
    await vi.waitFor(async () => {
      const { usage } = await team.data<{ usage: number }>(`GET /api/rpc/rpc/manager/keys/${id}`);
      const { usedToday } = await team.data<{ usedToday: number }>(`GET /api/rpc/rpc/manager/keys/${id}/rules`);
      expect(usedToday).toBe(usage);
      expect(usage).toBeGreaterThan(30);
    });
  });

  test("a subscription goes on when the node it began with dies", async () => {
    const team = await rpcTeam(cloud, 1_000_000, 10n);
    const { userKey } = await team.newKey("VIP");
    nodes.forEach((node) => void (node.mood = "well"));
    const provider = new WebSocketProvider(socketUrl(team.url(userKey, "pair/mainnet")), network, {
      staticNetwork: network,
    });
    const blocks: number[] = [];
    await provider.on("block", (number: number) => blocks.push(number));
    const own = clientAt(team.url(userKey));
    const heard = (count: number) =>
      vi.waitFor(
        async () => {
          await richWallet(team, own);
          expect(blocks.length).toBeGreaterThanOrEqual(count);
        },
        { timeout: 20_000, interval: 1000 },
      );
    await heard(1);
    nodes[0].mood = "dead";
    await heard(blocks.length + 2);
    expect(blocks).toEqual(blocks.map((_each, place) => blocks[0]! + place));
    await provider.destroy();
  });

  test("a key that is none opens no connection", async () => {
    const socket = new WebSocket(socketUrl(`${cloud.url}/v1/polygon/mainnet/nothing`));
    const event = await new Promise<Event>((resolve) => socket.addEventListener("error", resolve));
    expect(event.type).toBe("error");
  });
});

describe("a key", () => {
  test("there is one free key, and pay-as-you-go keys need 10,000,000 LAND", async () => {
    const team = await rpcTeam(cloud);
    await team.newKey("FREE");
    await expect(team.newKey("FREE")).rejects.toThrow("409");
    await expect(team.newKey("VIP")).rejects.toThrow("402");
  });

  test("that is reset works on under the old address, and under the new one", async () => {
    const team = await rpcTeam(cloud);
    const { id, userKey } = await team.newKey("FREE");
    const reset = await team.data<{ userKey: string }>(`POST /api/rpc/rpc/manager/keys/${id}/reset`);
    expect(reset.userKey).not.toBe(userKey);
    for (const each of [userKey, reset.userKey])
      expect((await rpc(team.url(each), "eth_chainId")).body.result).toBe("0x89");
    const shown = await team.data<{ userKey: string }>(`GET /api/rpc/rpc/manager/keys/${id}`);
    expect(shown.userKey).toBe(reset.userKey);
  });

  test("of another team is not there", async () => {
    const [team, other] = [await rpcTeam(cloud), await rpcTeam(cloud)];
    const { id } = await team.newKey("FREE");
    expect((await other.call(`GET /api/rpc/rpc/manager/keys/${id}`, { token: other.token })).status).toBe(404);
  });

  test("an allowlist wants one entry of each type that it has", async () => {
    const team = await rpcTeam(cloud);
    const { id, userKey } = await team.newKey("FREE");
    const allow = [
      { type: "origin", value: "https://shop.example" },
      { type: "origin", value: "*.other.example" },
      { type: "method", value: "eth_chainId" },
      { type: "ip", value: "127.0.0.0/8" },
      { type: "ip", value: "::1" },
    ];
    await team.data(`PUT /api/rpc/rpc/manager/keys/${id}/rules`, { allow, dailyCap: null, atCap: "STOP" });
    const from = (origin: string, method = "eth_chainId") => rpc(team.url(userKey), method, [], { origin });
    expect((await from("https://shop.example")).status).toBe(200);
    expect((await from("http://a.other.example")).status).toBe(200);
    expect((await from("https://elsewhere.example")).status).toBe(403);
    expect((await from("https://shop.example", "eth_gasPrice")).body.error?.code).toBe(-32_601);
  });

  test("what was used is what is billed and what is shown", async () => {
    const team = await rpcTeam(cloud);
    const { id, userKey } = await team.newKey("FREE");
    for (let each = 0; each < 4; each++)
      await rpc(team.url(userKey), "eth_getBalance", [Wallet.createRandom().address, "latest"]);
    await rpc(team.url(userKey), "anvil_setBalance", []);
    const { usage } = await team.data<{ usage: number }>(`GET /api/rpc/rpc/manager/keys/${id}`);
    expect(usage).toBe(60);
    const { usedToday } = await team.data<{ usedToday: number }>(`GET /api/rpc/rpc/manager/keys/${id}/rules`);
    expect(usedToday).toBe(60);
    const [row] = await team.data<{ requests: number }[]>("GET /api/rpc/rpc/manager/keys");
    expect(row!.requests).toBe(5);
  });
});

describe("limits hold exactly, however many ask at once:", () => {
  const many = async (url: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => rpc(url, "eth_chainId")));
  const passed = (answers: readonly { body: { result?: unknown } }[]): number =>
    answers.filter(({ body }) => body.result !== undefined).length;

  test("a free key stops at the package's compute units", async () => {
    const team = await rpcTeam(cloud, 103);
    const { id, userKey } = await team.newKey("FREE");
    let sum = 0;
    // What is written just now may count twice for a moment: a request that comes then is refused, and passes a moment later.
    await vi.waitFor(
      async () => {
        sum += passed(await many(team.url(userKey), 40));
        expect(sum).toBeGreaterThanOrEqual(20);
      },
      { timeout: 20_000, interval: 250 },
    );
    expect(sum + passed(await many(team.url(userKey), 40))).toBe(20);
    const { usage } = await team.data<{ usage: number }>(`GET /api/rpc/rpc/manager/keys/${id}`);
    expect(usage).toBe(100);
  });

  test("a daily cap stops", async () => {
    const team = await rpcTeam(cloud);
    const { id, userKey } = await team.newKey("FREE");
    await team.data(`PUT /api/rpc/rpc/manager/keys/${id}/rules`, { allow: [], dailyCap: 52, atCap: "STOP" });
    expect(passed(await many(team.url(userKey), 40))).toBe(10);
  });

  test("compute units a second: 429 with the time to wait", async () => {
    const team = await rpcTeam(cloud);
    const { userKey } = await team.newKey("FREE");
    const start = performance.now();
    const answers = await many(team.url(userKey), 200);
    const seconds = Math.ceil((performance.now() - start) / 1000) + 1;
    expect(passed(answers)).toBeLessThanOrEqual(60 * seconds);
    const refused = answers.find(({ status }) => status === 429);
    if (refused)
      expect(refused.body.error).toMatchObject({ code: -32_005, data: { retryAfterMs: expect.any(Number) } });
  });
});

test("no request met a fault of ours", () => {
  expect(cloud.faults).toEqual([]);
  expect(cloud.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
