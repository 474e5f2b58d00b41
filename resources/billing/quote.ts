/** Prices and quotes. Kept apart because the screens that create things load them. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { meteredResources } from "../limits.ts";
import { billedServices, storageAheadSeconds } from "./packages.ts";

/** LAND×1e18. */
const land = z.string().check(z.regex(/^\d{1,60}$/));

/** The unit that `per` counts. */
export const priceUnits = ["BYTE_SECOND", "BYTE", "SECOND", "UNIT"] as const;

const price = z.object({ land, per: z.string(), unit: z.enum(priceUnits), since: z.int() });
export type PriceData = z.output<typeof price>;

export const priceList = defineCall("GET $bill-consume/common/price", {
  summary: "Returns the price list: LAND ×1e18 for `per` units, with every current and announced version in order.",
  can: "person",
  reply: z.object({
    items: z.array(
      z.object({
        resourceType: z.enum(meteredResources),
        /** Subject with its own price, such as a model. */
        item: z.optional(z.string()),
        data: price,
      }),
    ),
  }),
});

/** Upper limit of an amount that can be quoted. */
const amountMax = 2 ** 50;
const secondsMax = 10 * 366 * 86_400;
const whole = (max: number) => z.coerce.number().check(z.int(), z.gte(0), z.lte(max));

export const quote = defineCall("GET $bill-consume/quote", {
  summary: "Quotes additional use of a resource: from packages first, then in LAND.",
  can: ["show", "overview"],
  query: z.object({
    resourceType: z.enum(meteredResources),
    /** Bytes, seconds of build time, or units. */
    amount: whole(amountMax),
    /** Storage period; IPFS_STORAGE only. */
    seconds: z._default(whole(secondsMax), storageAheadSeconds),
    /** The consumer, if known: its spend caps apply. */
    service: z.optional(z.enum(billedServices)),
    target: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: z.object({
    fromPackages: z.int(),
    beyond: z.int(),
    /** Cost above the allowance; null if LAND can't pay for it. */
    land: z.nullable(land),
    /** Whether it would be allowed now. */
    enough: z.boolean(),
    /** Error code of the refusal. */
    reason: z.optional(z.enum(["ALLOWANCE_USED_UP", "SPEND_CAP_REACHED"])),
  }),
});
