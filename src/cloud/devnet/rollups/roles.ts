/**
 * Runs the roles of a rollup on its chain and on the settlement chain. Each reads the contract's state before it sends
 * the next transaction, so it resumes after any interruption and sends nothing if there is nothing to do.
 */
import { Contract, type JsonRpcProvider, keccak256, type Wallet, Interface, type Log } from "ethers";
import { rollupBridgeAbi } from "../../../../resources/raas/contracts.ts";
import { rollupRoleLowWei } from "../../../../resources/raas/limits.ts";
import type { RollupRole } from "../../../../resources/raas/rollups.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { createChainLog, headsOf } from "../evm/chain-log.ts";
import { batchOf, encodeBatch } from "./batch.ts";
import { contractsOf, type AccountName } from "./keys.ts";
import { type RollupAccess, blockBytesMax } from "./rollup-chain.ts";
import { chainKeyOf, rowOf, writeIfNew, withRollupLock, writeLine, type RollupRow } from "./rows.ts";
import { sendAll, type Look } from "./send.ts";
import { readSettlement, settlementAt } from "./settlement.ts";
import { emptyRoot } from "./withdrawal-tree.ts";
import { coins, countOf } from "./format.ts";

export interface RolesDeps {
  readonly id: string;
  readonly db: Db;
  readonly chain: Pick<RollupAccess, "provider" | "wallet">;
  /** Connects to the settlement chain. */
  connect(): Promise<JsonRpcProvider>;
  settlementWallet(name: AccountName): Promise<Wallet>;
}

/** Gas for one receiver's payment, including the bridge's storage. */
const paymentGas = 400_000n;

/** Does all pending work. Throws if a chain does not answer or rejects a transaction; nothing is lost then. */
export const runRoles = async (deps: RolesDeps): Promise<void> => {
  const { id, db, connect } = deps;
  const read = async () => {
    const row = await rowOf(db, id);
    if (!row || row.state === "STOPPED") return undefined;
    await readSettlement({ db, row, connect });
    return rowOf(db, id);
  };
  if (!(await read())) return;
  await relayDeposits(deps);
  await readOwn(deps);
  await postBatches(deps);
  await proposeOutput(deps);
  await read();
};

/** Reads all new blocks of the rollup. */
const readOwn = async ({ id, db, chain: { provider } }: RolesDeps): Promise<void> => {
  for (;;) {
    const row = await rowOf(db, id);
    if (!row || !(await readOwnBlocks({ db, row, provider }))) return;
  }
};

/** As the sequencer, pays deposits in order. */
const relayDeposits = async ({ id, db, chain }: RolesDeps): Promise<void> => {
  const row = (await rowOf(db, id))!;
  const deposits = await db
    .selectFrom("rollup_deposit")
    .select(["index", "recipient", "amount"])
    .where("rollup_id", "=", id)
    .where("paid_hash", "is", null)
    .execute();
  if (deposits.length === 0) return;
  const sequencer = chain.wallet("sequencer");
  const bridge = new Contract(contractsOf(row).bridge, rollupBridgeAbi, sequencer);
  await sendAll(sequencer, async () => {
    const next = Number(await bridge.getFunction("nextDeposit").staticCall());
    const deposit = deposits.find(({ index }) => index === next);
    if (!deposit) return undefined;
    const transaction = await bridge
      .getFunction("payDeposit")
      .populateTransaction(next, deposit.recipient, deposit.amount);
    return { ...transaction, gasLimit: paymentGas };
  });
};

/** As the batcher, posts the blocks that are in no batch. */
const postBatches = async (deps: RolesDeps): Promise<void> => {
  const { id, db, connect } = deps;
  const row = (await rowOf(db, id))!;
  const key = chainKeyOf(id);
  if (((await headsOf(db, [key])).get(key) ?? 0) <= row.batched) return;
  const settlement = settlementAt(row, await connect());
  await sendAs(deps, "batcher", async () => {
    const next = Number(await settlement.getFunction("nextBlock").staticCall());
    const blocks = batchOf(await createChainLog(key).after(db, next - 1), blockBytesMax);
    const last = blocks.at(-1);
    if (!last) return undefined;
    const data = encodeBatch(blocks);
    return settlement.getFunction("postBatch").populateTransaction(next, last.number, keccak256(data), data);
  });
};

/** As the proposer, posts the output of batched blocks. */
const proposeOutput = async (deps: RolesDeps): Promise<void> => {
  const { id, db, connect, chain } = deps;
  const row = (await rowOf(db, id))!;
  const key = chainKeyOf(id);
  if (((await headsOf(db, [key])).get(key) ?? 0) <= row.proposed) return;
  const settlement = settlementAt(row, await connect());
  await sendAs(deps, "proposer", async () => {
    const batched = Number(await settlement.getFunction("nextBlock").staticCall()) - 1;
    const count = Number(await settlement.getFunction("outputCount").staticCall());
    const proposed = count === 0 ? 0 : Number((await settlement.getFunction("outputAt").staticCall(count - 1))[0]);
    if (batched <= proposed) return undefined;
    // A batch may contain blocks created after the read: an output must include their withdrawals.
    await readOwn(deps);
    const block = (await chain.provider.send("eth_getBlockByNumber", [`0x${batched.toString(16)}`, false])) as Header;
    const root = await withdrawalsRootAt(db, id, batched);
    return settlement.getFunction("proposeOutput").populateTransaction(batched, block.hash, block.stateRoot, root);
  });
};

interface Header {
  readonly hash: string;
  readonly stateRoot: string;
}

const withdrawalsRootAt = async (db: Db, id: string, block: number): Promise<string> => {
  const last = await db
    .selectFrom("rollup_withdrawal")
    .select("root")
    .where("rollup_id", "=", id)
    .where("block", "<=", block)
    .orderBy("block", "desc")
    .orderBy("index", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.root ?? emptyRoot;
};

/** Sends to the settlement chain; logs if the role's balance is too low or almost. */
const sendAs = async ({ id, db, settlementWallet }: RolesDeps, role: RollupRole, look: Look): Promise<void> => {
  const wallet = await settlementWallet(role);
  const balance = () => wallet.provider!.getBalance(wallet.address);
  const before = await balance();
  const outcome = await sendAll(wallet, look);
  const after = await balance();
  const say = (content: string) => writeIfNew(db, id, role, content);
  if (outcome === "poor")
    await say(`Insufficient funds: ${coins(after)} at ${wallet.address}. Fund it on the settlement chain`);
  else if (after <= rollupRoleLowWei && before > rollupRoleLowWei)
    await say(`Running low: ${coins(after)} left at ${wallet.address}. Fund it before it runs out`);
};

// Reads a rollup's own blocks into the sequencer's log and the bridge's tables, each once.

const events = new Interface(rollupBridgeAbi);

interface OwnReading {
  readonly db: Db;
  /** The row at the start of the read. */
  readonly row: RollupRow;
  readonly provider: JsonRpcProvider;
}

/** Reads at most one page of new blocks. Returns whether there are more. */
const readOwnBlocks = async ({ db, row, provider }: OwnReading): Promise<boolean> => {
  const blocks = await createChainLog(chainKeyOf(row.id)).after(db, row.seen_block);
  const last = blocks.at(-1);
  if (!last) return false;
  const { bridge: address } = contractsOf(row);
  const logs = await provider.getLogs({ address, fromBlock: row.seen_block + 1, toBlock: last.number });
  const gasPrice = String(BigInt((await provider.send("eth_gasPrice", [])) as string));
  await withRollupLock(db, row.id, async (trx, now) => {
    for (const block of blocks) {
      if (block.number <= now.seen_block) continue;
      const { number, transactions, timestamp, hash } = block;
      const content = transactions.length === 0 ? "empty" : countOf(transactions.length, "transaction");
      await writeLine(
        trx,
        row.id,
        "sequencer",
        `Created block ${number}: ${content}${hash === null ? "" : `, ${hash}`}`,
      );
      for (const log of logs) if (log.blockNumber === number) await keep(trx, row.id, log, timestamp);
    }
    if (last.number > now.seen_block)
      await trx
        .updateTable("rollup_chain")
        .set({ seen_block: last.number, gas_price: gasPrice })
        .where("id", "=", row.id)
        .execute();
  });
  return true;
};

const keep = async (trx: Trx, id: string, log: Log, at: number): Promise<void> => {
  const event = events.parseLog(log);
  if (!event) return;
  const { name, args } = event;
  const [index, amount, hash] = [Number(args["index"]), String(args["amount"]), log.transactionHash];
  const recipient = String(args["to"]).toLowerCase();
  if (name === "DepositPaid") {
    await trx
      .updateTable("rollup_deposit")
      .set({ paid_hash: hash })
      .where("rollup_id", "=", id)
      .where("index", "=", index)
      .execute();
    const how = args["taken"] ? "Paid" : "Held because the receiver rejected";
    return writeLine(trx, id, "sequencer", `${how} deposit ${index}: ${coins(amount)} for ${recipient}, in ${hash}`);
  }
  const [sender, root] = [String(args["from"]).toLowerCase(), String(args["root"])];
  const block = log.blockNumber;
  await trx
    .insertInto("rollup_withdrawal")
    .values({ rollup_id: id, index, sender, recipient, amount, hash, block, at, root })
    .execute();
  await writeLine(trx, id, "sequencer", `Saw withdrawal ${index}: ${coins(amount)} for ${recipient}, in ${hash}`);
};
