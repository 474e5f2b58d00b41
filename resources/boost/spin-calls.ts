/** Spins, and the USDT balance that they fill. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { page, paged, seconds, usd } from "./shapes.ts";
import { rewardTypes } from "./spin.ts";
import { usdtKinds, withdrawalStatuses } from "./usdt.ts";

const task = z.object({ taskId: z.optional(z.uuid()) });
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const reward = z.object({ rewardType: z.enum(rewardTypes), amount: z.string() });

const spins = z.object({
  remainSpins: z.int(),
  /** US dollars won in this round and not taken yet. */
  cashValue: usd,
  /** SHA-256 of the seed that decides the next spin. */
  commitment: sha256,
});

/** What is needed to count a spin again: see resources/boost/spin.ts. */
const proof = z.object({
  seed: sha256,
  /** How many spins the node had done before. */
  number: z.int(),
  /** The word that came with the spin. */
  luck: z.string(),
});
export type SpinProof = z.output<typeof proof>;

export const spinInfo = defineCall("GET $boost/node/spin/random", {
  summary: "The round of spins that runs now: when it ends, how many are left, what may be won.",
  can: "node",
  reply: z.extend(spins, {
    /** Names the round. */
    taskId: z.string(),
    endAt: seconds,
    /** Seconds of a round, and of it what has passed. */
    duration: z.int(),
    currentDuration: z.int(),
    /** Fields of the wheel, clockwise; the chance in per cent. */
    rewards: z.array(z.extend(reward, { chance: z.number() })),
  }),
});
export type SpinInfo = z.output<typeof spinInfo.reply>;

export const spin = defineCall("POST $boost/node/spin", {
  summary:
    "Spins once. What comes out follows from the seed that was committed to, which is told now, and from a word of the caller's own.",
  can: "node",
  log: false,
  query: z.extend(task, { luck: z._default(z.string().check(z.regex(/^[\w-]{0,64}$/)), "") }),
  reply: z.extend(spins, {
    spinId: z.string(),
    ...reward.shape,
    /** Its place on the wheel, from 0. */
    field: z.int(),
    proof,
  }),
});
export type Spun = z.output<typeof spin.reply>;

export const spinHistory = defineCall("GET $boost/node/spin/history", {
  summary: "Spins of the node, the newest first, each with what it takes to count it again.",
  can: "node",
  query: page(10),
  reply: paged(z.extend(reward, { spinId: z.string(), createdAt: seconds, proof })),
});

export const claimSpin = defineCall("POST $boost/node/spin/claim", {
  summary: "Takes what a round has brought into the USDT balance, once.",
  can: "node",
  log: false,
  query: task,
  reply: z.object({ claimed: usd, balance: usd }),
});

export const usdtBalance = defineCall("GET $boost/node/usdt", {
  summary: "The USDT balance, what of it is on its way out, and what points are worth.",
  can: "node",
  reply: z.object({ balance: usd, pending: usd, usdPer100Points: usd }),
});

export const usdtLog = defineCall("GET $boost/node/usdt/log/{page}", {
  summary: "What moved the USDT balance, the newest first.",
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
      /** Of a withdrawal. */
      status: z.nullable(z.enum(withdrawalStatuses)),
      reason: z.nullable(z.string()),
      address: z.nullable(z.string()),
      /** What was paid, in nanotons. */
      nano: z.nullable(z.string()),
      txHash: z.nullable(z.string()),
    }),
  ),
});

export const spinCalls = [spinInfo, spin, spinHistory, claimSpin, usdtBalance, usdtLog];
