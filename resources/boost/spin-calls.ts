/** Spins, the USDT balance they fill, and getting it out. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { page, paged, seconds, usd } from "./shapes.ts";
import { usdtKinds } from "./usdt.ts";

const task = z.object({ taskId: z.optional(z.string()) });

export const spinInfo = defineCall("GET $boost/node/spin/random", {
  summary: "The round of spins that runs now: when it ends, how many are left, what may be won.",
  can: "node",
  reply: z.object({
    taskId: z.string(),
    endAt: seconds,
    /** Seconds of a round, and of it what has passed. */
    duration: z.int(),
    currentDuration: z.int(),
    remainSpins: z.int(),
    /** US dollars won in this round and not taken yet. */
    cashValue: usd,
    rewards: z.array(z.object({ rewardType: z.enum(["POINTS", "USDT", "NONE"]), amount: z.string() })),
  }),
});

const reward = z.object({ rewardType: z.enum(["POINTS", "USDT", "NONE"]), amount: z.string() });

export const spin = defineCall("POST $boost/node/spin", {
  summary: "Spins once. What comes out is decided by the server, from a seed that is told afterwards.",
  can: "node",
  log: false,
  query: task,
  reply: z.extend(reward, { spinId: z.string(), remainSpins: z.int(), cashValue: usd }),
});

export const spinHistory = defineCall("GET $boost/node/spin/history", {
  summary: "Spins of the node, the newest first.",
  can: "node",
  query: page(10),
  reply: paged(z.extend(reward, { spinId: z.string(), createdAt: seconds })),
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
      status: z.nullable(z.enum(["PENDING", "REVIEW", "SENT", "REFUSED", "FAILED"])),
      reason: z.nullable(z.string()),
      txHash: z.nullable(z.string()),
    }),
  ),
});

export const withdraw = defineCall("POST $boost/node/withdraw", {
  summary:
    "Pays USDT out in toncoin (0.02 TON at least) at the price feed to a TON address; a suspicious one is looked at first.",
  can: "node",
  log: false,
  body: z.object({
    address: z.string().check(z.trim(), z.minLength(1, "Address: enter something."), z.maxLength(100)),
    /** US dollars. */
    amount: z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/, "Amount: a number with up to six decimals.")),
  }),
  reply: z.object({ id: z.string(), status: z.enum(["PENDING", "REVIEW"]), reason: z.nullable(z.string()) }),
});

export const adTonLimit = defineCall("GET $boost/node/ad/ton/limit", {
  summary: "The least that can be paid out in TON, and what it is in USDT now.",
  can: "node",
  reply: z.object({ ton: z.string(), usd }),
});

export const boostInvoice = defineCall("POST $boost/node/tg/payment/invoice", {
  summary: "Makes an invoice in Stars for points cards of the given worth (US dollars); the reply is its link.",
  can: "node",
  log: false,
  body: z.object({ targetValue: z.number().check(z.gte(0.1), z.lte(1000)) }),
  reply: z.string(),
});

export const spinCalls = [
  spinInfo,
  spin,
  spinHistory,
  claimSpin,
  usdtBalance,
  usdtLog,
  withdraw,
  adTonLimit,
  boostInvoice,
];
