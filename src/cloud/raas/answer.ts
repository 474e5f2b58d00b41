/** An operator's answers to an application: an offer, a refusal, or the handover. */
import { landUnit } from "../../../resources/money.ts";
import { chainOf } from "../../../resources/chains/chains.ts";
import { rollupStatus } from "../../../resources/raas/rollups.ts";
import { AppError } from "../kernel/app-error.ts";
import type { Trx } from "../engines/database/database.ts";
import { giveBack } from "./lifecycle/bills.ts";
import { endRollup } from "./lifecycle/end.ts";
import type { StoredFacts } from "./facts.ts";
import { isChainTaken, parseChainId } from "./known-chains.ts";
import { notifyDeclined, notifyOffered, notifyExtended, notifyRunning } from "./lifecycle/news.ts";
import type { OperatorEntry } from "./operator.ts";
import type { AfterCommit, RaasDeps } from "./deps.ts";
import { changeRollup, isBeingCreated, isCarried, isRenewable, lockById, type RollupRow } from "./rows.ts";
import { removeWarnings } from "./lifecycle/warnings.ts";
import { settlementNames } from "./messages.ts";

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

/**
 * Answers an application. Throws NOT_FOUND, and INVALID_INPUT for missing fields or fields that don't match the
 * rollup's status.
 */
export const answerApplication = async (
  deps: RaasDeps,
  trx: Trx,
  id: string,
  answer: Answer,
): Promise<{ readonly name: string; readonly after: AfterCommit }> => {
  const row = await lockById(trx, id);
  if (isCarried(row)) throw refused("answer", "One-click orders need no answer.");
  const after = await { OFFER: offer, DECLINE: decline, HAND_OVER: handOver, PROLONG: prolong }[answer.answer](
    deps,
    trx,
    row,
    answer,
  );
  return { name: row.name, after };
};

type Act = (deps: RaasDeps, trx: Trx, row: RollupRow, answer: Answer) => Promise<AfterCommit>;

const offer: Act = async (deps, trx, row, { land, days, note }) => {
  if (row.status !== rollupStatus.APPLYING && row.status !== rollupStatus.PENDING_PAYMENT)
    throw refused("answer", "Offers can be changed only until payment.");
  if (!land) throw refused("land", "Price: enter the price of the whole term.");
  if (!days || days > daysMax) throw refused("days", `Enter 1 to ${daysMax} days.`);
  const offered = await changeRollup(trx, row.id, {
    status: rollupStatus.PENDING_PAYMENT,
    land: (BigInt(land) * landUnit).toString(),
    term_seconds: BigInt(days * daySeconds),
    note: note || null,
  });
  return notifyOffered(deps, trx, offered);
};

const decline: Act = async (deps, trx, row, { note }) => {
  const isOpen = row.status === rollupStatus.APPLYING || row.status === rollupStatus.PENDING_PAYMENT;
  if (!isOpen && !isBeingCreated(row)) throw refused("answer", "Running or ended rollups can't be declined.");
  if (!note) throw refused("note", "Note: enter a reason for the team.");
  await giveBack(deps, trx, row);
  return notifyDeclined(deps, trx, await endRollup(deps, trx, row, { reason: "declined", note }));
};

/** Hands a rollup over. For a running one corrects the facts; its term is unchanged. */
const handOver: Act = async (deps, trx, row, answer) => {
  const runs = row.status === rollupStatus.RUNNING;
  if (!runs && !isBeingCreated(row)) throw refused("answer", "Hand over the rollup after the team has paid.");
  const chainId = await freeChainId(deps, trx, row, answer.chainId);
  const handed = await changeRollup(trx, row.id, {
    status: rollupStatus.RUNNING,
    step: "READY",
    chain_id: chainId,
    facts: JSON.stringify(factsOf(row, answer)),
    note: answer.note || null,
    ...(!runs && { expires_at: new Date(deps.now().getTime() + Number(row.term_seconds) * 1000) }),
  });
  return notifyRunning(deps, trx, handed);
};

/** Extends the term of a rollup that was handed over; an expired one runs again while its record is kept. */
const prolong: Act = async (deps, trx, row, { days, note }) => {
  const now = deps.now();
  if (row.status !== rollupStatus.RUNNING && !isRenewable(row, now))
    throw refused("answer", "Only a running rollup, or one that expired in the last 30 days, can be extended.");
  if (!days || days > daysMax) throw refused("days", `Enter 1 to ${daysMax} days.`);
  const from = Math.max(now.getTime(), row.expires_at!.getTime());
  const prolonged = await changeRollup(trx, row.id, {
    status: rollupStatus.RUNNING,
    ended: null,
    kept_until: null,
    note: note || null,
    expires_at: new Date(from + days * daySeconds * 1000),
  });
  const unwarn = await removeWarnings(deps, trx, row.id);
  const notify = await notifyExtended(deps, trx, prolonged);
  return () => {
    unwarn();
    notify();
  };
};

const freeChainId = async (
  { engines }: RaasDeps,
  trx: Trx,
  row: RollupRow,
  input: string | undefined,
): Promise<bigint> => {
  if (!input) throw refused("chainId", "Chain ID: enter the rollup's chain ID.");
  const chainId = parseChainId(input);
  if (chainId !== row.chain_id && (await isChainTaken(trx, engines.evm, chainId)))
    throw refused("chainId", "Chain ID: already taken.");
  return chainId;
};

const factsOf = (
  { settlement, network }: RollupRow,
  { provider, rpc, ws, explorer, bridge, contract, withdrawDays = withdrawDaysUnlessSaid }: Answer,
): StoredFacts => {
  if (!provider) throw refused("provider", "Provider: enter a name.");
  if (!rpc) throw refused("rpc", "RPC: enter a URL.");
  if (!explorer) throw refused("explorer", "Block explorer: enter a URL.");
  if (!contract) throw refused("contract", "Enter the contract's address on the settlement chain.");
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

const refused = (field: keyof Answer, message: string): AppError =>
  new AppError("INVALID_INPUT", { fields: { [field]: [message] } });
