import { join } from "node:path";
import { Contract, id, Interface, JsonRpcProvider, keccak256, parseEther, Wallet } from "ethers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { rollupBridgeAbi, rollupSettlementAbi } from "../../../../resources/raas/contracts.ts";
import { receiptOf } from "../../../../tests/support/chains/evm-chain.ts";
import { patience } from "../../../../tests/support/patience.ts";
import { rollupOrder, rollupProvider, settled, testRollups } from "../../../../tests/support/chains/rollups.ts";
import { startAnvil } from "../evm/node/anvil.ts";
import { RollupGone, type RollupFacts } from "../../engines/rollups/rollups.ts";
import { decodeBatch } from "./batch.ts";

interface Genesis {
  readonly timestamp: number;
  readonly coinbase: string;
  readonly alloc: Readonly<Record<string, { readonly balance: string }>>;
}

const rollups = await testRollups();
const { evm } = rollups;
const order = rollupOrder();
const steps: string[] = [];
let facts: RollupFacts;
let settlementProvider: JsonRpcProvider;
let provider: JsonRpcProvider;
const settlement = (runner: JsonRpcProvider | Wallet = settlementProvider) =>
  new Contract(facts.contractAddress, rollupSettlementAbi, runner);

beforeAll(async () => {
  facts = await rollups.create(order, async (step) => void steps.push(step));
  settlementProvider = await evm.find("ethereum")!.connect();
  provider = rollupProvider(rollups, order);
});

/** Creates a wallet with coins on both chains. */
const richOnBoth = async () => {
  const { wallet } = await evm.richWallet("ethereum");
  const own = wallet.connect(provider);
  await receiptOf(provider, { hash: await rollups.faucet(order.id, wallet.address) });
  return { wallet, own };
};

/** Returns the posted batches in order. */
const posted = async () => {
  const logs = await settlementProvider.getLogs({ address: facts.contractAddress, fromBlock: 0 });
  const contract = new Interface(rollupSettlementAbi);
  const batches = [];
  for (const log of logs) {
    const event = contract.parseLog(log)!;
    if (event.name !== "BatchPosted") continue;
    const transaction = (await settlementProvider.getTransaction(log.transactionHash))!;
    const [from, to, batchHash, data] = contract.parseTransaction(transaction)!.args;
    batches.push({ from: Number(from), to: Number(to), batchHash: String(batchHash), data: String(data) });
  }
  return batches;
};

describe("a new rollup", () => {
  test("is created step by step and reports its progress", async () => {
    expect(steps).toEqual(["KEYS", "SETTLEMENT", "GENESIS", "BRIDGE", "FIRST_BATCH", "READY"]);
    expect(facts).toMatchObject({ provider: "embedded", rpc: `/rollup/${order.chainId}`, settlementChainId: 1 });
    expect(await provider.send("eth_chainId", [])).toBe(`0x${order.chainId.toString(16)}`);
    expect((await provider.getCode(facts.bridgeAddress!)).length).toBeGreaterThan(100);
    expect(await settlement().getFunction("rollupChainId").staticCall()).toBe(BigInt(order.chainId));
  });

  test("has no unlocked accounts and no development methods, and serves explorers", async () => {
    const ask = (method: string, params: unknown[] = []) =>
      rollups.handle(order.chainId, { jsonrpc: "2.0", id: 1, method, params });
    for (const method of [
      "eth_accounts",
      "eth_sendTransaction",
      "anvil_setBalance",
      "evm_mine",
      "debug_traceTransaction",
    ])
      expect(await ask(method)).toMatchObject({ error: { code: -32_601 } });
    expect(await ask("ots_getApiLevel")).toMatchObject({ result: 8 });
    expect(await ask("erigon_getHeaderByNumber", [1])).toMatchObject({ result: { number: "0x1" } });
    expect(await ask("ots_getBlockTransactions", [1, 0, 10])).toMatchObject({ result: { fullblock: {} } });
    expect(await ask("ots_getBlockTransactions", [1, 0, 101])).toMatchObject({ error: { code: -32_602 } });
  });

  test("has roles with coins on the settlement chain", async () => {
    const { roles } = await rollups.health(order.id);
    expect(roles.map(({ role }) => role)).toEqual(["sequencer", "batcher", "proposer"]);
    for (const { balance } of roles) expect(balance).toBeGreaterThan(parseEther("0.1"));
  });
});

describe("the batcher and the proposer", () => {
  test("post each block's transactions once, range after range, and the hash and state root of real headers", async () => {
    const { own } = await richOnBoth();
    for (let count = 0; count < 3; count += 1)
      await receiptOf(provider, await own.sendTransaction({ to: Wallet.createRandom().address, value: 1n }));
    const head = await settled(rollups, order.id);
    let next = 1;
    for (const { from, to, batchHash, data } of await posted()) {
      expect(from).toBe(next);
      expect(keccak256(data)).toBe(batchHash);
      for (const { number, timestamp, transactions } of decodeBatch(data)) {
        const block = (await provider.getBlock(number))!;
        expect({ number, timestamp }).toEqual({ number: block.number, timestamp: block.timestamp });
        expect(transactions.map((raw) => keccak256(raw))).toEqual(block.transactions);
      }
      next = to + 1;
    }
    expect(next).toBe(head + 1);
    const count = Number(await settlement().getFunction("outputCount").staticCall());
    const output = await settlement()
      .getFunction("outputAt")
      .staticCall(count - 1);
    const header = await provider.send("eth_getBlockByNumber", [`0x${head.toString(16)}`, false]);
    expect([Number(output[0]), output[2], output[3]]).toEqual([head, header.hash, header.stateRoot]);
  });

  test("post enough data to rebuild the rollup's blocks", async () => {
    const head = await settled(rollups, order.id);
    const { genesis } = facts.config as { genesis: Genesis };
    const folder = join(evm.dataDir, "made-again");
    const node = await startAnvil({ chainId: order.chainId, folder, genesisAt: genesis.timestamp });
    await node.request("anvil_setCoinbase", [genesis.coinbase]);
    for (const [address, { balance }] of Object.entries(genesis.alloc))
      await node.request("anvil_setBalance", [address, `0x${BigInt(balance).toString(16)}`]);
    for (const { timestamp, transactions } of (await posted()).flatMap(({ data }) => decodeBatch(data))) {
      for (const raw of transactions) await node.request("eth_sendRawTransaction", [`0x${raw.toString("hex")}`]);
      await node.request("evm_mine", [{ timestamp, blocks: 1 }]);
    }
    const last = ["eth_getBlockByNumber", [`0x${head.toString(16)}`, true]] as const;
    expect(await node.request(...last)).toEqual(await provider.send(last[0], [...last[1]]));
    await node.stop();
  });

  test("post nothing while the rollup is idle", async () => {
    await settled(rollups, order.id);
    const { roles } = await rollups.health(order.id);
    const sent = () => Promise.all(roles.map(({ address }) => settlementProvider.getTransactionCount(address)));
    const before = await sent();
    // A block of the settlement chain wakes the roles.
    await evm.richWallet("ethereum");
    await vi.waitFor(async () => {
      const row = await evm.database.db.selectFrom("rollup_chain").select("settled_block").executeTakeFirstOrThrow();
      expect(row.settled_block).toBe(await settlementProvider.getBlockNumber());
    }, patience);
    expect(await sent()).toEqual(before);
  });

  test("a role without enough coins logs it and resumes when it is funded", async () => {
    const { own } = await richOnBoth();
    await settled(rollups, order.id);
    await rollups.impoverish(order.id, "batcher");
    await receiptOf(provider, await own.sendTransaction({ to: own.address, value: 0n }));
    const last = async () => (await rollups.logs(order.id, "batcher", 0)).items.at(-1)!.content;
    await vi.waitFor(async () => expect(await last()).toMatch(/^Insufficient funds: 0 coins at 0x/), patience);
    await rollups.fund(order.id, "batcher");
    await settled(rollups, order.id);
    expect(await last()).toMatch(/^Posted batch \d+: /);
  });

  test("a transaction that fits into no batch is rejected", async () => {
    const { own } = await richOnBoth();
    const data = `0x${"ab".repeat(97 * 1024)}`;
    const sent = own.sendTransaction({ to: own.address, data, gasLimit: 8_000_000n });
    await expect(sent).rejects.toThrow(/oversized data/);
  });
});

describe("the bridge", () => {
  test("credits a deposit from the settlement chain on the rollup, once", async () => {
    const { wallet } = await evm.richWallet("ethereum");
    const to = Wallet.createRandom().address;
    const sent = await settlement(wallet)
      .getFunction("deposit")
      .send(to, { value: parseEther("0.3") });
    await receiptOf(settlementProvider, sent);
    await expect.poll(() => provider.getBalance(to), patience).toBe(parseEther("0.3"));
    await settled(rollups, order.id);
    expect(await provider.getBalance(to)).toBe(parseEther("0.3"));
    for (const address of [to, wallet.address.toLowerCase()])
      expect((await rollups.bridgeMoves(order.id, address)).deposits).toMatchObject([
        { amount: parseEther("0.3"), to: to.toLowerCase(), hash: sent.hash, paidHash: expect.stringMatching(/^0x/) },
      ]);
  });

  test("pays a withdrawal from the rollup on the settlement chain, with a proof, after the period, once", async () => {
    const { wallet, own } = await richOnBoth();
    const deposited = await settlement(wallet)
      .getFunction("deposit")
      .send(own.address, { value: parseEther("0.2") });
    await receiptOf(settlementProvider, deposited);
    await expect.poll(() => provider.getBalance(own.address), patience).toBe(parseEther("1.2"));
    const to = Wallet.createRandom().address;
    const bridge = new Contract(facts.bridgeAddress!, rollupBridgeAbi, own);
    for (const value of [parseEther("0.05"), parseEther("0.06")])
      await receiptOf(provider, await bridge.getFunction("withdraw").send(to, { value }));
    await expect
      .poll(async () => (await rollups.bridgeMoves(order.id, to)).withdrawals.map(({ state }) => state), patience)
      .toEqual(["ready", "ready"]);
    const { withdrawals } = await rollups.bridgeMoves(order.id, to);
    for (const { proof, index, from, to: receiver, amount } of withdrawals) {
      const asked = [proof!.output, index, from, receiver, amount, proof!.siblings];
      const sent = await settlement(wallet)
        .getFunction("finalizeWithdrawal")
        .send(...asked);
      expect((await receiptOf(settlementProvider, sent)).status).toBe(1);
    }
    expect(await settlementProvider.getBalance(to)).toBe(parseEther("0.11"));
    await expect
      .poll(async () => (await rollups.bridgeMoves(order.id, to)).withdrawals.map(({ state }) => state), patience)
      .toEqual(["paid", "paid"]);
    const [{ proof, index, from, amount }] = [withdrawals[0]!];
    const again = settlement(wallet)
      .getFunction("finalizeWithdrawal")
      .send(proof!.output, index, from, to, amount, proof!.siblings);
    await expect(again).rejects.toMatchObject({
      data: expect.stringContaining(id("AlreadyPaid(uint256)").slice(0, 10)),
    });
  });
});

test("log lines are numbered from 0 without gaps and paginated", async () => {
  const { items, next } = await rollups.logs(order.id, "sequencer", 0);
  expect(items.map(({ line }) => line)).toEqual(Array.from({ length: next }, (_each, line) => line));
  expect((await rollups.logs(order.id, "sequencer", 1, 3)).items).toEqual(items.slice(1, 3));
  expect(await rollups.logs(order.id, "sequencer", next)).toEqual({ items: [], next });
});

test("a stopped rollup is unavailable and resumes with its state; a removed one does not", async () => {
  const head = await settled(rollups, order.id);
  const { hash } = (await provider.getBlock(head))!;
  await rollups.stop(order.id);
  await expect(rollups.handle(order.chainId, {})).rejects.toThrow(RollupGone);
  expect((await rollups.logs(order.id, "batcher", 0)).next).toBeGreaterThan(0);
  await rollups.resume(order.id);
  expect((await rollupProvider(rollups, order).getBlock(head))!.hash).toBe(hash);
  await rollups.remove(order.id);
  await expect(rollups.logs(order.id, "batcher", 0)).rejects.toThrow(RollupGone);
  expect(rollups.faults).toEqual([]);
});
