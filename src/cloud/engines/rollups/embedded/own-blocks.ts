/** Reads a rollup's own blocks into the sequencer's log and the bridge's tables, each once. */
import { Interface, type JsonRpcProvider, type Log } from "ethers";
import { rollupBridgeAbi } from "../../../../../resources/raas/contracts.ts";
import type { Db, Trx } from "../../database/database.ts";
import { createChainLog } from "../../evm/embedded/chain-log.ts";
import { contractsOf } from "./keys.ts";
import { withRollupLock, chainKeyOf, writeLine } from "./rows.ts";
import { coins, countOf } from "./format.ts";
import type { RollupRow } from "./rows.ts";

const events = new Interface(rollupBridgeAbi);

interface OwnReading {
  readonly db: Db;
  /** The row at the start of the read. */
  readonly row: RollupRow;
  readonly provider: JsonRpcProvider;
}

/** Reads at most one page of new blocks. Returns whether there are more. */
export const readOwnBlocks = async ({ db, row, provider }: OwnReading): Promise<boolean> => {
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
