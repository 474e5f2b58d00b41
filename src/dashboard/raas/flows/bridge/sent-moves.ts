/** Moves that this browser has sent and the server does not list yet, in IndexedDB, so that they survive a reload. */
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import type { rollupBridgeMoves } from "../../../../../resources/raas/public-calls.ts";
import { createStore, get, update, type UseStore } from "idb-keyval";
import { attempt } from "../../../lib/async/attempt.ts";
import type { Sent } from "./bridge.ts";

type BridgeMoves = Reply<typeof rollupBridgeMoves>;

/** Sent moves are dropped after this, even if the server never listed them. */
const storedSeconds = 86_400;

export interface SentMove {
  readonly kind: "deposit" | "withdraw" | "finalize";
  readonly hash: string;
  /** Wei, as text. */
  readonly amount: string;
  readonly from: string;
  readonly to: string;
  /** Of the withdrawal that is finalized. */
  readonly index: number;
  /** Unix seconds. */
  readonly sentAt: number;
}

let opened: UseStore | undefined;
const store = (): UseStore => (opened ??= createStore("freehold-bridge", "sent"));

const keyOf = (chainId: string, address: string): string => `${chainId} ${address.toLowerCase()}`;

export const sentMoves = async (chainId: string, address: string): Promise<readonly SentMove[]> => {
  const oldest = Math.floor(Date.now() / 1000) - storedSeconds;
  const stored = (await attempt(() => get<readonly SentMove[]>(keyOf(chainId, address), store()))) ?? [];
  return stored.filter(({ sentAt }) => sentAt > oldest);
};

export const storeSent = async (chainId: string, { move, address, hash }: Sent): Promise<void> => {
  if (move.kind === "claim") return;
  const { amount, to = address } = move.kind === "finalize" ? move.withdrawal : move;
  const index = move.kind === "finalize" ? move.withdrawal.index : -1;
  const sentAt = Math.floor(Date.now() / 1000);
  const sent: SentMove = { kind: move.kind, hash, amount: amount.toString(), from: address, to, index, sentAt };
  await change(chainId, address, (stored) => [...stored, sent]);
};

export const forgetSent = (chainId: string, { address, hash }: Pick<Sent, "address" | "hash">): Promise<void> =>
  change(chainId, address, (stored) => stored.filter((sent) => sent.hash !== hash));

const change = async (
  chainId: string,
  address: string,
  next: (stored: readonly SentMove[]) => readonly SentMove[],
): Promise<void> => {
  await attempt(() => update<readonly SentMove[]>(keyOf(chainId, address), (stored = []) => next(stored), store()));
};

/** Adds the sent moves that the server does not list yet. `listedHashes`: hashes of sent moves that it lists already. */
export const withSent = (
  moves: BridgeMoves,
  sent: readonly SentMove[],
): { readonly moves: BridgeMoves; readonly listedHashes: readonly string[] } => {
  const listed = new Set([...moves.deposits, ...moves.withdrawals].map(({ hash }) => hash));
  const paid = new Set(moves.withdrawals.filter(({ state }) => state === "paid").map(({ index }) => index));
  const isKnown = ({ kind, hash, index }: SentMove): boolean =>
    kind === "finalize" ? paid.has(index) : listed.has(hash);
  const open = sent.filter((each) => !isKnown(each));
  const finalizing = new Set(open.filter(({ kind }) => kind === "finalize").map(({ index }) => index));
  const deposits = open.filter(({ kind }) => kind === "deposit").map(depositOf);
  const withdrawals = open.filter(({ kind }) => kind === "withdraw").map(withdrawalOf);
  return {
    listedHashes: sent.filter(isKnown).map(({ hash }) => hash),
    moves: {
      deposits: [...deposits, ...moves.deposits],
      withdrawals: [
        ...withdrawals,
        // Already sent: it is not offered again.
        ...moves.withdrawals.map((each) => (finalizing.has(each.index) ? { ...each, proof: null } : each)),
      ],
    },
  };
};

const depositOf = ({ hash, amount, to, sentAt: createdAt }: SentMove): BridgeMoves["deposits"][number] => ({
  index: -1,
  to,
  amount,
  hash,
  createdAt,
  state: "waiting",
  paidHash: null,
});

const withdrawalOf = ({ hash, amount, from, to, sentAt }: SentMove): BridgeMoves["withdrawals"][number] => ({
  index: -1,
  from,
  to,
  amount,
  hash,
  block: 0,
  createdAt: sentAt,
  state: "waiting",
  readyAt: null,
  proof: null,
});
