/** Shapes shared by several Boost calls. */
import * as z from "zod/mini";

/** The invite code or start parameter of the visit. */
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
  /** Points available to collect. */
  claimable: points,
  computeTimestamp: seconds,
  /** Amount at that time. */
  computed: points,
  /** Percent. */
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

/** Reasons for point changes. */
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

/** Activities before joining Boost: arrived by invitation, confirmed an email address, linked a code host. */
export const preActivities = ["invite", "email", "code_host"] as const;
export type PreActivity = (typeof preActivities)[number];

/** Status of a task for a node: open, claimable, claimed. */
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
    /** Not verified: opening the link and waiting completes it. */
    onTrust: z.boolean(),
    /** Seconds between opening and claiming, and the time it becomes claimable; null until opened. */
    waitSeconds: z.int(),
    readyAt: z.nullable(seconds),
    have: z.int(),
    want: z.int(),
    /** Text that completes it: a secret word (POST /activity/mystery) or a partner's code (POST /node/valid/tg/play/bot). */
    asks: z.nullable(z.enum(["WORD", "CODE"])),
    /** Resets each day (UTC). */
    daily: z.boolean(),
    endsAt: z.nullable(seconds),
  }),
});

/**
 * The next step of a task. Not done: REDIRECT (go to `link`, a path of this site), JUMP_OUT (open the external `link`), AD_REWARD (show the
 * ad at `link`), COPY (copy `link`). Done: CLAIM (this call gave the reward), SPIN (the same, in spins), COMPLETE (claimed before).
 */
export const nextActions = ["REDIRECT", "COPY", "CLAIM", "COMPLETE", "SPIN", "JUMP_OUT", "AD_REWARD"] as const;
