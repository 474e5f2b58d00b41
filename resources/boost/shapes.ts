/** Shapes that several of Boost's calls have. */
import * as z from "zod/mini";

/** An invite code or a start parameter, by which one came. */
export const code = z.optional(z.string().check(z.trim(), z.maxLength(64)));
export const joined = z.object({ token: z.string(), expiredAt: z.int(), isNew: z.boolean() });

/** Points with up to six decimals. */
export const points = z.string().check(z.regex(/^-?\d+(\.\d{1,6})?$/));
/** Points per hour, with up to three decimals. */
export const rate = z.number();
/** US dollars (USDT) with up to six decimals. */
export const usd = z.string().check(z.regex(/^-?\d+(\.\d{1,6})?$/));
export const seconds = z.int();

export const baseRate = z.object({ rate, start: seconds });
export const boost = z.object({ rate, start: seconds, end: seconds });

export const earning = z.object({
  baseRate: z.array(baseRate),
  boosts: z.array(boost),
  capacity: z.number(),
  /** What can be collected now. */
  claimable: points,
  computeTimestamp: seconds,
  /** What was there at that time. */
  computed: points,
  /** Per cent. */
  rateBuff: z.number(),
  /** -1 for never. */
  protectExpiredAt: seconds,
});

export const page = (size: number) =>
  z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), size),
  });

export const paged = <S extends z.ZodMiniType>(entry: S) =>
  z.object({ content: z.array(entry), totalPages: z.int(), total: z.int() });

/** What moved a node's points. */
export const pointKinds = [
  "initial",
  "claim",
  "activity",
  "explorer",
  "explored",
  "invite",
  "collect",
  "collected",
  "spin",
  "quest",
  "visit_like",
  "visit_quote",
  "batching_ai",
  "play_coco_park",
  "play_capybara_bot",
  "invite_milestones_2",
  "invite_milestones_5",
  "invite_milestones_10",
  "space_id_white_list",
  "bnb_winner",
  "white_list_4",
  "white_list_5",
  "white_list_6",
  "white_list_7",
  "bind_exchange_address",
  "first_snapshot",
  "tg_join_group",
  "tg_subscribe_channel",
  "tg_join_partner_channel",
  "tg_play_partner_bot",
  "tg_follow_social",
] as const;
export type PointKind = (typeof pointKinds)[number];

/** What a person may have done here before there was a node: came by an invitation, confirmed an e-mail address, bound a code host. */
export const preActivities = ["invite", "email", "code_host"] as const;
export type PreActivity = (typeof preActivities)[number];

/** A task as it stands for a node: to be done, done and to be claimed, claimed. */
export const activity = z.object({
  actId: z.string(),
  actName: z.string(),
  actType: z.string(),
  actStatus: z.enum(["UNDO", "CLAIM", "DONE"]),
  /** Whole points; points per hour for 24 hours; spins. */
  reward: z.object({ kind: z.enum(["points", "rate", "spin"]), amount: z.number() }),
  description: z.string(),
  icon: z.string(),
  extra: z.object({
    group: z.string(),
    /** Nobody here can see that it was done: opening and waiting counts. */
    onTrust: z.boolean(),
    /** Seconds between opening and claiming, and when that is; null while it is not opened. */
    waitSeconds: z.int(),
    readyAt: z.nullable(seconds),
    have: z.int(),
    want: z.int(),
    /** What is typed in to do it: a secret word (POST /activity/mystery), or a partner's code (POST /node/valid/tg/play/bot). */
    asks: z.nullable(z.enum(["WORD", "CODE"])),
    /** Begins anew each day (UTC). */
    daily: z.boolean(),
    endsAt: z.nullable(seconds),
  }),
});

/**
 * What comes after a task was pressed. Not done yet: REDIRECT (go to `link`, a path of this cloud), JUMP_OUT (open `link` outside),
 * AD_REWARD (show the advert at `link`), COPY (copy `link`). Done: CLAIM (the reward was given by this press), SPIN (the same, in spins),
 * COMPLETE (it had been given before).
 */
export const nextActions = ["REDIRECT", "COPY", "CLAIM", "COMPLETE", "SPIN", "JUMP_OUT", "AD_REWARD"] as const;
