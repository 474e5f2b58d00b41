/** Reads a rollup's events on the settlement chain into the database, each once. */
import { Contract, Interface, type JsonRpcProvider, type Log } from "ethers";
import { rollupSettlementAbi } from "../../../../resources/raas/contracts.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { headsOf } from "../evm/chain-log.ts";
import { contractsOf } from "./keys.ts";
import { withRollupLock, writeLine, type RollupRow } from "./rows.ts";
import { coins, countOf } from "./format.ts";

const events = new Interface(rollupSettlementAbi);

export const settlementAt = (row: Pick<RollupRow, "addresses">, provider: JsonRpcProvider): Contract =>
  new Contract(contractsOf(row).contract, rollupSettlementAbi, provider);

export interface SettlementReading {
  readonly db: Db;
  /** The row at the start of the read. */
  readonly row: RollupRow;
  connect(): Promise<JsonRpcProvider>;
}

/** Reads new events. Does not start a settlement chain without new blocks. */
export const readSettlement = async ({ db, row, connect }: SettlementReading): Promise<void> => {
  const head = (await headsOf(db, [row.settlement])).get(row.settlement) ?? 0;
  if (head <= row.settled_block) return;
  const provider = await connect();
  const { contract: address } = contractsOf(row);
  const logs = await provider.getLogs({ address, fromBlock: row.settled_block + 1, toBlock: head });
  const times = await timesOf(provider, logs);
  await withRollupLock(db, row.id, async (trx, now) => {
    for (const log of logs) {
      if (log.blockNumber > now.settled_block) await keep(trx, row.id, log, times.get(log.blockNumber)!);
    }
    if (head > now.settled_block)
      await trx.updateTable("rollup_chain").set({ settled_block: head }).where("id", "=", row.id).execute();
  });
};

/** Returns the times of the logs' blocks, in Unix seconds. */
const timesOf = async (provider: JsonRpcProvider, logs: readonly Log[]): Promise<Map<number, number>> => {
  const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))];
  const blocks = await Promise.all(numbers.map((number) => provider.getBlock(number)));
  return new Map(blocks.map((block) => [block!.number, block!.timestamp]));
};

const keep = async (trx: Trx, id: string, log: Log, at: number): Promise<void> => {
  const event = events.parseLog(log);
  if (!event) return;
  const { name, args } = event;
  const hash = log.transactionHash;
  const chain = trx.updateTable("rollup_chain").where("id", "=", id);
  if (name === "BatchPosted") {
    const [from, to] = [Number(args["from"]), Number(args["to"])];
    await chain.set({ batched: to, batch_at: at }).execute();
    const posted = `Posted batch ${args["index"]}: ${countOf(to - from + 1, "block")}, ${from} to ${to}, in ${hash}`;
    return writeLine(trx, id, "batcher", posted);
  }
  if (name === "OutputProposed") {
    const [index, block] = [Number(args["index"]), Number(args["number"])];
    await trx.insertInto("rollup_output").values({ rollup_id: id, index, block, at }).execute();
    await chain.set({ proposed: block }).execute();
    const proposed = `Proposed output ${index}: block ${block}, state root ${args["stateRoot"]}, in ${hash}`;
    return writeLine(trx, id, "proposer", proposed);
  }
  if (name === "Deposited") {
    const [index, recipient] = [Number(args["index"]), String(args["to"]).toLowerCase()];
    const sender = String(args["from"]).toLowerCase();
    const amount = String(args["amount"]);
    await trx
      .insertInto("rollup_deposit")
      .values({ rollup_id: id, index, sender, recipient, amount, hash, at })
      .execute();
    return writeLine(trx, id, "sequencer", `Saw deposit ${index}: ${coins(amount)} for ${recipient}, in ${hash}`);
  }
  const index = Number(args["index"]);
  await trx
    .updateTable("rollup_withdrawal")
    .set({ paid_hash: hash })
    .where("rollup_id", "=", id)
    .where("index", "=", index)
    .execute();
};
