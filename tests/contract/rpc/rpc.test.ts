/** Long, because all tests share one server whose nodes take time. */
/** The RPC service with unmodified clients, on a server with local devnets. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Wallet, WebSocketProvider } from "ethers";
import { createPublicClient, http, webSocket } from "viem";
import { polygon } from "viem/chains";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { rpcVipKeysPerTeam } from "../../../resources/rpc/limits.ts";
import { deployByForge } from "../../support/chains/forge.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { clientAt, polygonNetwork, richWallet, rpcCloud, type RpcCloud } from "../../support/chains/rpc-cloud.ts";
import { rpc, rpcTeam } from "../../support/chains/rpc-team.ts";

let cloud: RpcCloud;
beforeAll(async () => {
  cloud = await rpcCloud();
});
const socketUrl = (url: string): string => url.replace(/^http/, "ws");
/** Each test has a separate key, so that none uses another's compute units per second. A team has ten. */
let teams: { readonly team: Awaited<ReturnType<typeof rpcTeam>>; keys: number }[] = [];
const payingTeam = async () => {
  const known = teams.find(({ keys }) => keys < rpcVipKeysPerTeam);
  const entry = known ?? { team: await rpcTeam(cloud, 1_000_000, 10n), keys: 0 };
  teams = [entry];
  entry.keys += 1;
  return { ...entry.team, ...(await entry.team.newKey("VIP")) };
};

describe("unmodified clients", () => {
  test("ethers reads a chain, sends a transaction and waits for it", async () => {
    const team = await payingTeam();
    const provider = clientAt(team.url(team.userKey));
    const wallet = await richWallet(team, provider);
    const to = Wallet.createRandom().address;
    const { hash } = await wallet.sendTransaction({ to, value: 5n });
    const receipt = await vi.waitFor(
      async () => {
        const found = await provider.getTransactionReceipt(hash);
        if (!found) throw new Error("not yet");
        return found;
      },
      { timeout: 90_000, interval: 200 },
    );
    expect(receipt.status).toBe(1);
    expect(await provider.getBalance(to)).toBe(5n);
  });

  test("viem reads a chain, in batches too, over HTTP and WebSocket", async () => {
    const team = await payingTeam();
    const url = team.url(team.userKey);
    for (const transport of [http(url, { batch: true }), webSocket(socketUrl(url), { reconnect: false })]) {
      const client = createPublicClient({ chain: polygon, transport });
      const address = "0x00000000000000000000000000000000000000aa";
      const [id, block, balance] = await Promise.all([
        client.getChainId(),
        client.getBlock(),
        client.getBalance({ address }),
      ]);
      expect(id).toBe(137);
      expect(block.number).toBeGreaterThanOrEqual(0n);
      expect(balance).toBe(0n);
      if (client.transport.type === "webSocket")
        (await (client.transport as unknown as SocketTransport).getRpcClient()).close();
    }
  });

  test("Foundry's forge deploys a contract over HTTP and WebSocket", async () => {
    const team = await payingTeam();
    const { privateKey } = await richWallet(team);
    const url = team.url(team.userKey);
    const folder = await mkdtemp(join(tmpdir(), "freehold-forge-"));
    atFileEnd(() => rm(folder, { recursive: true, force: true }));
    for (const rpcUrl of [url, socketUrl(url)]) {
      const address = await deployByForge(folder, { rpcUrl, privateKey });
      expect((await rpc(url, "eth_getCode", [address, "latest"])).body.result).toMatch(/^0x[0-9a-f]{20,}$/);
    }
  });
});

interface SocketTransport {
  getRpcClient(): Promise<{ close(): void }>;
}

describe("answers", () => {
  test("each request of a batch has its result or its error, by its id, and notifications have none", async () => {
    const { url, userKey } = await payingTeam();
    const ask = async (body: unknown) => {
      const response = await fetch(url(userKey), { method: "POST", body: JSON.stringify(body) });
      return { status: response.status, text: await response.text() };
    };
    const of = (id: unknown, method: string, params: unknown[] = []) => ({ jsonrpc: "2.0", id, method, params });
    const { text } = await ask([
      of(1, "eth_chainId"),
      of("two", "eth_sign"),
      { jsonrpc: "2.0", method: "eth_chainId", params: [] },
      "nonsense",
      of(null, "eth_call", [{ to: "nonsense" }, "latest"]),
    ]);
    expect(JSON.parse(text)).toMatchObject([
      { id: 1, result: "0x89" },
      { id: "two", error: { code: -32_601 } },
      { id: null, error: { code: -32_600 } },
      { id: null, error: { message: expect.any(String) as string } },
    ]);
    expect(JSON.parse((await ask([])).text)).toMatchObject({ id: null, error: { code: -32_600 } });
    const large = Array.from({ length: 101 }, (_, id) => id);
    expect(JSON.parse((await ask(large.map((id) => of(id, "eth_chainId")))).text)).toMatchObject(
      large.map((id) => ({ id, error: { code: -32_600 } })),
    );
    expect(await ask({ jsonrpc: "2.0", method: "eth_chainId" })).toEqual({ status: 204, text: "" });
  });

  test("headers show the cache status, the node and the number of attempts; any origin can read them", async () => {
    const { url, userKey } = await payingTeam();
    const header = async (name: string, method: string, params: unknown[] = []) =>
      (await rpc(url(userKey), method, params)).headers.get(name);
    const block = ["0x0", false];
    await rpc(url(userKey), "eth_getBlockByNumber", block);
    expect(await header("x-rpc-cache", "eth_getBlockByNumber", block)).toBe("hit");
    const nonce = [Wallet.createRandom().address, "latest"];
    const requests = await rpc(url(userKey), "eth_getTransactionCount", nonce);
    const told = ["x-rpc-cache", "x-rpc-upstream", "x-rpc-attempts", "cache-control", "access-control-allow-origin"];
    expect(told.map((name) => requests.headers.get(name))).toEqual(["miss", "own", "1", "no-store", "*"]);
    const preflight = await fetch(url(userKey), { method: "OPTIONS" });
    expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
  });

  test("invalid JSON, oversized requests and wrong addresses get errors in JSON-RPC's form", async () => {
    const { url, userKey } = await payingTeam();
    const error = async (address: string, body: string) => {
      const response = await fetch(address, { method: "POST", body });
      const said = (await response.json()) as { jsonrpc: string; error: { code: number } };
      return [response.status, said.jsonrpc, said.error.code];
    };
    expect(await error(url(userKey), "{")).toEqual([200, "2.0", -32_700]);
    expect(await error(url(userKey), " ".repeat(1024 * 1024 + 1))).toEqual([413, "2.0", -32_600]);
    expect(await error(url("nothing"), "{}")).toEqual([401, "2.0", -32_090]);
    expect(await error(url(userKey, "nowhere/mainnet"), "{}")).toEqual([404, "2.0", -32_090]);
  });

  test("viem shows our message for a wrong key", async () => {
    const { url } = await payingTeam();
    const client = createPublicClient({ chain: polygon, transport: http(url("nothing"), { retryCount: 0 }) });
    const error = await client.getChainId().then(
      () => undefined,
      (fault: Error) => fault,
    );
    expect(error?.message).toContain("Unknown key");
    expect(error?.message).not.toContain("not found");
  });

  test("equal concurrent requests share one answer", async () => {
    const { url, userKey } = await payingTeam();
    const [first] = cloud.nodes;
    const before = cloud.nodes.flatMap(({ requests }) => requests).length;
    const params = [Wallet.createRandom().address, "latest"];
    const all = await Promise.all(
      Array.from({ length: 20 }, () => rpc(url(userKey, "pair/mainnet"), "eth_getBalance", params)),
    );
    expect(all.every(({ body }) => body.result === "0x0")).toBe(true);
    const requests = cloud.nodes.flatMap((node) => node.requests).slice(before);
    expect(requests.filter((method) => method === "eth_getBalance").length).toBeLessThan(20);
    expect(first.mood).toBe("well");
  });
});

describe("one of two nodes", () => {
  beforeEach(() => cloud.nodes.forEach((node) => void (node.mood = "well")));

  test.each(["dead", "hung", "lagging", "garbage"] as const)(
    "that is %s causes no error for reads, and a transaction is sent once",
    async (mood) => {
      const { nodes } = cloud;
      const team = await payingTeam();
      const own = clientAt(team.url(team.userKey));
      const wallet = await richWallet(team, own);
      const url = team.url(team.userKey, "pair/mainnet");
      const head = await own.getBlockNumber();
      nodes[0].mood = mood;
      for (let each = 0; each < 5; each++) {
        const { body } = await rpc(url, "eth_getBalance", [`0x${String(each).padStart(40, "0")}`, "latest"]);
        expect(body).toMatchObject({ result: "0x0" });
      }
      expect(Number((await rpc(url, "eth_blockNumber")).body.result)).toBeGreaterThanOrEqual(head);
      const sent = (): number =>
        nodes.flatMap(({ requests }) => requests).filter((method) => method === "eth_sendRawTransaction").length;
      const before = sent();
      const raw = await wallet.signTransaction(await wallet.populateTransaction({ to: wallet.address, value: 1n }));
      expect((await rpc(url, "eth_sendRawTransaction", [raw])).body.error).toBeUndefined();
      expect(sent() - before).toBe(1);
    },
  );

  test("loses no filter when it dies: its blocks, logs and transactions are reported, each once", async () => {
    const team = await payingTeam();
    const transport = http(team.url(team.userKey, "pair/mainnet"), { retryCount: 0 });
    const client = createPublicClient({ chain: polygon, transport });
    const blocks = await client.createBlockFilter();
    const logs = await client.createEventFilter();
    const transactions = await client.createPendingTransactionFilter();
    const told = { blocks: [] as string[], logs: [] as string[], transactions: [] as string[] };
    const sent: string[] = [];
    const poll = async () => {
      told.blocks.push(...(await client.getFilterChanges({ filter: blocks })));
      const news = await client.getFilterChanges({ filter: logs });
      told.logs.push(...news.map(({ transactionHash, logIndex }) => `${transactionHash} ${logIndex}`));
      told.transactions.push(...(await client.getFilterChanges({ filter: transactions })));
    };
    const own = clientAt(team.url(team.userKey));
    for (const mood of ["well", "dead", "well"] as const) {
      cloud.nodes[0].mood = mood;
      const wallet = await richWallet(team, own);
      sent.push((await wallet.sendTransaction({ to: wallet.address, value: 1n })).hash);
      await vi.waitFor(
        async () => {
          await poll();
          expect(told.transactions).toEqual(expect.arrayContaining(sent));
        },
        { timeout: 90_000, interval: 100 },
      );
    }
    const heads = await Promise.all(told.blocks.map((blockHash) => own.getBlock(blockHash)));
    const numbers = heads.map((block) => block!.number);
    expect(numbers).toEqual(numbers.map((_, place) => numbers[0]! + place));
    for (const list of Object.values(told)) expect(new Set(list).size).toBe(list.length);
    const chain = await own.getLogs({ fromBlock: numbers[0]!, toBlock: numbers.at(-1)! });
    expect(told.logs).toEqual(expect.arrayContaining(chain.map((log) => `${log.transactionHash} ${log.index}`)));
    expect(await client.getFilterLogs({ filter: logs })).toEqual(expect.any(Array));
    expect(await client.uninstallFilter({ filter: logs })).toBe(true);
    expect(await client.uninstallFilter({ filter: logs })).toBe(false);
    await expect(client.getFilterChanges({ filter: logs })).rejects.toThrow("filter not found");
  });

  test("without any answer an error is returned, and nothing is charged", async () => {
    const team = await payingTeam();
    cloud.nodes.forEach((node) => void (node.mood = "dead"));
    const requests = [Wallet.createRandom().address, "latest"];
    const { body } = await rpc(team.url(team.userKey, "pair/mainnet"), "eth_getBalance", requests);
    expect(body.error?.code).toBe(-32_603);
    expect((await team.data<{ usage: number }>(`GET /api/rpc/rpc/manager/keys/${team.id}`)).usage).toBe(0);
  });
});

describe("WebSockets", () => {
  beforeEach(() => cloud.nodes.forEach((node) => void (node.mood = "well")));

  test("ethers receives new blocks and logs, and viem blocks", async () => {
    const team = await payingTeam();
    const { id } = team;
    const url = socketUrl(team.url(team.userKey));
    const provider = new WebSocketProvider(url, polygonNetwork, { staticNetwork: polygonNetwork });
    const client = createPublicClient({ chain: polygon, transport: webSocket(url, { reconnect: false }) });
    const [blocks, logs, numbers]: [number[], unknown[], bigint[]] = [[], [], []];
    await provider.on("block", (number: number) => blocks.push(number));
    await provider.on({ topics: [] }, (log) => logs.push(log));
    const stop = client.watchBlockNumber({ onBlockNumber: (number) => numbers.push(number) });
    await vi.waitFor(
      async () => {
        await richWallet(team);
        expect([blocks.length > 0, logs.length > 0, numbers.length > 0]).toEqual([true, true, true]);
      },
      { timeout: 90_000, interval: 300 },
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

  test("a subscription continues when its first node dies", async () => {
    const team = await payingTeam();
    const provider = new WebSocketProvider(socketUrl(team.url(team.userKey, "pair/mainnet")), polygonNetwork, {
      staticNetwork: polygonNetwork,
    });
    const blocks: number[] = [];
    await provider.on("block", (number: number) => blocks.push(number));
    const heard = (count: number) =>
      vi.waitFor(
        async () => {
          await richWallet(team);
          expect(blocks.length).toBeGreaterThanOrEqual(count);
        },
        { timeout: 90_000, interval: 300 },
      );
    await heard(1);
    cloud.nodes[0].mood = "dead";
    await heard(blocks.length + 1);
    [cloud.nodes[0].mood, cloud.nodes[1].mood] = ["well", "dead"];
    await heard(blocks.length + 1);
    expect(blocks).toEqual(blocks.map((_each, place) => blocks[0]! + place));
    await provider.destroy();
  });

  test("an invalid key opens no connection, and disabling a key closes its connections", async () => {
    const wrong = new WebSocket(socketUrl(`${cloud.url}/v1/polygon/mainnet/nothing`));
    expect((await new Promise<Event>((resolve) => wrong.addEventListener("error", resolve))).type).toBe("error");
    const team = await payingTeam();
    const socket = new WebSocket(socketUrl(team.url(team.userKey)));
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    await team.data(`PUT /api/rpc/rpc/manager/keys/${team.id}/info`, { name: "key", notes: "", active: false });
    const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }));
    expect(await closed).toMatchObject({ code: 1008, reason: expect.stringContaining("inactive") as string });
  });
});

test("no request caused a server error, and no key is in the log", () => {
  expect(cloud.faults).toEqual([]);
  expect(cloud.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect(JSON.stringify(cloud.logged)).not.toMatch(/\/v1\/(polygon|pair)\//);
});
