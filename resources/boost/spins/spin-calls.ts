/** Spins and the USDT balance. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { page, paged, seconds, usd } from "../shapes.ts";
import { rewardTypes } from "./spin.ts";
import { usdtKinds, withdrawalStatuses } from "../withdrawals/usdt.ts";

const task = z.object({ taskId: z.optional(z.uuid()) });
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const reward = z.object({ rewardType: z.enum(rewardTypes), amount: z.string() });

const spins = z.object({
  remainSpins: z.int(),
  /** US dollars won in this round and not yet claimed. */
  cashValue: usd,
  /** SHA-256 of the seed that decides the next spin. */
  commitment: sha256,
});

/** Data to verify a spin: see resources/boost/spins/spin.ts. */
const proof = z.object({
  seed: sha256,
  /** Number of earlier spins of the node. */
  number: z.int(),
  /** The random string sent with the spin. */
  luck: z.string(),
  /** The original node, if it was merged into this one. */
  nodeId: z.optional(z.string()),
});
export type SpinProof = z.output<typeof proof>;

export const spinInfo = defineCall("GET $boost/node/spin/random", {
  summary: "Returns the current spin round: its end, the spins left and the prizes.",
  can: "node",
  reply: z.extend(spins, {
    /** Id of the round. */
    taskId: z.string(),
    endAt: seconds,
    /** Length of the round and elapsed time, in seconds. */
    duration: z.int(),
    currentDuration: z.int(),
    /** Fields of the wheel, clockwise; the chance in percent. */
    rewards: z.array(z.extend(reward, { chance: z.number() })),
  }),
});
export type SpinInfo = z.output<typeof spinInfo.reply>;

export const spin = defineCall("POST $boost/node/spin", {
  summary: "Spins once. The committed seed and the caller's own random string decide the outcome. Returns the seed.",
  can: "node",
  log: false,
  query: z.extend(task, { luck: z._default(z.string().check(z.regex(/^[\w-]{0,64}$/)), "") }),
  reply: z.extend(spins, {
    spinId: z.string(),
    ...reward.shape,
    /** Position on the wheel, from 0. */
    field: z.int(),
    proof,
  }),
});
export type Spun = z.output<typeof spin.reply>;

export const spinHistory = defineCall("GET $boost/node/spin/history", {
  summary: "Lists the node's spins, newest first, each with the data to verify it.",
  can: "node",
  query: page(10),
  reply: paged(z.extend(reward, { spinId: z.string(), createdAt: seconds, proof })),
});

export const claimSpin = defineCall("POST $boost/node/spin/claim", {
  summary: "Moves a round's winnings to the USDT balance, once.",
  can: "node",
  log: false,
  query: task,
  reply: z.object({ claimed: usd, balance: usd }),
});

export const usdtBalance = defineCall("GET $boost/node/usdt", {
  summary: "Returns the USDT balance, pending withdrawals and the dollar value of points.",
  can: "node",
  reply: z.object({ balance: usd, pending: usd, usdPer100Points: usd }),
});

export const usdtLog = defineCall("GET $boost/node/usdt/log/{page}", {
  summary: "Lists changes of the USDT balance, newest first.",
  can: "node",
  query: z.object({
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
    "project-id": z.optional(z.string()),
  }),
  reply: paged(
    z.object({
      id: z.string(),
      kind: z.enum(usdtKinds),
      amount: usd,
      createdAt: seconds,
      /** Address and reason of a withdrawal. */
      status: z.nullable(z.enum(withdrawalStatuses)),
      reason: z.nullable(z.string()),
      address: z.nullable(z.string()),
      /** Paid amount in nanotons. */
      nano: z.nullable(z.string()),
      txHash: z.nullable(z.string()),
    }),
  ),
});

export const spinCalls = [spinInfo, spin, spinHistory, claimSpin, usdtBalance, usdtLog];
