/** How an operator answers an application: a price, a refusal, or what has been made. */
import { chainOf } from "../../../../resources/chains.ts";
import { rollupStatus } from "../../../../resources/raas/rollups.ts";
import { AppError } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { giveBack, landScale } from "./bills.ts";
import { endRollup } from "./end.ts";
import type { StoredFacts } from "./facts.ts";
import { isChainTaken, parseChainId } from "./known-chains.ts";
import { tellDeclined, tellOffered, tellRunning } from "./news.ts";
import type { OperatorEntry } from "./operator.ts";
import type { AfterCommit, RaasParts } from "./parts.ts";
import { changeRollup, isBeingMade, isCarried, lockById, type RollupRow } from "./rows.ts";
import { settlementNames } from "./words.ts";

export type Answer = Pick<
  OperatorEntry,
  | "answer"
  | "land"
  | "days"
  | "note"
  | "provider"
  | "chainId"
  | "rpc"
  | "ws"
  | "explorer"
  | "bridge"
  | "contract"
  | "withdrawDays"
>;

const daySeconds = 86_400;
const daysMax = 3660;
const withdrawDaysUnlessSaid = 7;

/** Throws NOT_FOUND, and INVALID_INPUT with what is missing or does not fit how the rollup stands. */
export const answerApplication = async (
  parts: RaasParts,
  trx: Trx,
  id: string,
  answer: Answer,
): Promise<{ readonly name: string; readonly after: AfterCommit }> => {
  const row = await lockById(trx, id);
  if (isCarried(row)) throw refused("answer", "This rollup was ordered by one click: there is nothing to answer.");
  const after = await { OFFER: offer, DECLINE: decline, HAND_OVER: handOver }[answer.answer](parts, trx, row, answer);
  return { name: row.name, after };
};

type Act = (parts: RaasParts, trx: Trx, row: RollupRow, answer: Answer) => Promise<AfterCommit>;

const offer: Act = async (parts, trx, row, { land, days, note }) => {
  if (row.status !== rollupStatus.APPLYING && row.status !== rollupStatus.PENDING_PAYMENT)
    throw refused("answer", "An offer can be made until it is paid for.");
  if (!land) throw refused("land", "Price: enter what the whole term costs.");
  if (!days || days > daysMax) throw refused("days", `Days: from 1 to ${daysMax}.`);
  const offered = await changeRollup(trx, row.id, {
    status: rollupStatus.PENDING_PAYMENT,
    land: (BigInt(land) * landScale).toString(),
    term_seconds: BigInt(days * daySeconds),
    note: note || null,
  });
  return tellOffered(parts, trx, offered);
};

const decline: Act = async (parts, trx, row, { note }) => {
  const isOpen = row.status === rollupStatus.APPLYING || row.status === rollupStatus.PENDING_PAYMENT;
  if (!isOpen && !isBeingMade(row)) throw refused("answer", "It runs, or has ended: it cannot be declined any more.");
  if (!note) throw refused("note", "Note: say why, so that the team knows what to change.");
  await giveBack(parts, trx, row);
  return tellDeclined(parts, trx, await endRollup(parts, trx, row, { reason: "declined", note }));
};

/** Of one that runs it puts right what was handed over; its time stays. */
const handOver: Act = async (parts, trx, row, answer) => {
  const runs = row.status === rollupStatus.RUNNING;
  if (!runs && !isBeingMade(row)) throw refused("answer", "It can be handed over once the team has paid for it.");
  const chainId = await freeChainId(parts, trx, row, answer.chainId);
  const handed = await changeRollup(trx, row.id, {
    status: rollupStatus.RUNNING,
    step: "READY",
    chain_id: chainId,
    facts: JSON.stringify(factsOf(row, answer)),
    note: answer.note || null,
    ...(!runs && { expires_at: new Date(parts.now().getTime() + Number(row.term_seconds) * 1000) }),
  });
  return tellRunning(parts, trx, handed);
};

const freeChainId = async (
  { engines }: RaasParts,
  trx: Trx,
  row: RollupRow,
  given: string | undefined,
): Promise<bigint> => {
  if (!given) throw refused("chainId", "Chain id: enter the one that it runs with.");
  const chainId = parseChainId(given);
  if (chainId !== row.chain_id && (await isChainTaken(trx, engines.evm, chainId)))
    throw refused("chainId", "Chain id: another chain has it.");
  return chainId;
};

const factsOf = (
  { settlement, network }: RollupRow,
  { provider, rpc, ws, explorer, bridge, contract, withdrawDays = withdrawDaysUnlessSaid }: Answer,
): StoredFacts => {
  if (!provider) throw refused("provider", "Provider: enter who carries it.");
  if (!rpc) throw refused("rpc", "RPC: enter its address.");
  if (!explorer) throw refused("explorer", "Block explorer: enter its address.");
  if (!contract) throw refused("contract", "Contract: enter its address on the settlement chain.");
  const chain = chainOf(settlement.toLowerCase());
  const chainId = network === "TESTNET" ? (chain?.testChainId ?? chain?.chainId) : chain?.chainId;
  return {
    provider,
    rpc,
    ws: ws || null,
    contractAddress: contract,
    bridgeAddress: null,
    config: {},
    settlementName: settlementNames[settlement],
    settlementChainId: chainId ?? 0,
    settlementRpc: network === "MAINNET" ? (chain?.publicRpc ?? "") : "",
    gasBlockLimit: "",
    withdrawPeriod: withdrawDays * daySeconds,
    gasToken: "ETH",
    blockExplorer: explorer,
    bridge: bridge || undefined,
  };
};

const refused = (field: keyof Answer, sentence: string): AppError =>
  new AppError("INVALID_INPUT", { fields: { [field]: [sentence] } });
