/** Prices, and what an act would cost: asked by the screens on which it is begun, so they stand by themselves. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { meteredResources } from "../limits.ts";
import { billedServices, storageAheadSeconds } from "./packages.ts";

/** LAND×1e18. */
const land = z.string().check(z.regex(/^\d{1,60}$/));

/** What `per` counts. */
export const priceUnits = ["BYTE_SECOND", "BYTE", "SECOND", "UNIT"] as const;

const price = z.object({ land, per: z.string(), unit: z.enum(priceUnits), since: z.int() });
export type PriceData = z.output<typeof price>;

export const priceList = defineCall("GET $bill-consume/common/price", {
  summary: "The price list: LAND ×1e18 for `per` units; each version that holds now or is announced, in order.",
  can: "person",
  reply: z.object({
    items: z.array(
      z.object({
        resourceType: z.enum(meteredResources),
        /** What is priced for itself, such as a model. */
        item: z.optional(z.string()),
        data: price,
      }),
    ),
  }),
});

/** Larger amounts than anybody may use are not worked out. */
const amountMax = 2 ** 50;
const secondsMax = 10 * 366 * 86_400;
const whole = (max: number) => z.coerce.number().check(z.int(), z.gte(0), z.lte(max));

export const quote = defineCall("GET $bill-consume/quote", {
  summary: "What so much more of a resource would cost now: from the packages first, then in LAND.",
  can: ["show", "overview"],
  query: z.object({
    resourceType: z.enum(meteredResources),
    /** Bytes, seconds of build time, or units. */
    amount: whole(amountMax),
    /** How long it is stored; of IPFS_STORAGE only. */
    seconds: z._default(whole(secondsMax), storageAheadSeconds),
    /** For whom it is used, where that is known: their caps count. */
    service: z.optional(z.enum(billedServices)),
    target: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: z.object({
    fromPackages: z.int(),
    beyond: z.int(),
    /** For what is beyond; null where LAND does not pay for it. */
    land: z.nullable(land),
    /** Whether it would be allowed now. */
    enough: z.boolean(),
    /** Code of the error with which it would be refused. */
    reason: z.optional(z.enum(["ALLOWANCE_USED_UP", "SPEND_CAP_REACHED"])),
  }),
});
