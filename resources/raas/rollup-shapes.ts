/** A rollup as its team has it in the list, and as its own page has it. */
import * as z from "zod/mini";
import { rollupPlans } from "./plans.ts";
import {
  rollupDaLayers,
  rollupFrameworks,
  rollupNetworks,
  rollups,
  rollupSettlements,
  rollupStatus,
} from "./rollups.ts";
import { amount, footerLink, image, seconds } from "./shapes.ts";

export const status = z.union(Object.values(rollupStatus).map((value) => z.literal(value)));

export const choice = {
  framework: z.enum(rollupFrameworks),
  daLayer: z.enum(rollupDaLayers),
  settlement: z.enum(rollupSettlements),
  network: z.enum(rollupNetworks),
};

export const listed = z.object({
  id: z.string(),
  name: rollups.fields.name.schema,
  status,
  /** One-click: no application. */
  fastDeploy: z.boolean(),
  ...choice,
  chainId: z.nullable(z.string()),
  chainLogo: image,
  /** Of the term that runs; null before one does. */
  paymentTime: z.nullable(seconds),
  expirationAt: z.nullable(seconds),
  createdAt: seconds,
});

export const detail = z.object({
  ...listed.shape,
  favicon: image,
  background: image,
  footerLink,
  email: z.nullable(z.string()),
  telegram: z.nullable(z.string()),
  xId: z.nullable(z.string()),
  schedulingLink: z.nullable(z.string()),
  purchasePlan: z.nullable(z.enum(rollupPlans)),
  /** LAND×1e18 that the first term costs, and what was paid for renewals. */
  land: amount,
  renewLand: amount,
  /** Why the making failed, what an operator wrote to an application, or why it has ended. */
  note: z.nullable(z.string()),
  /** Of one that has expired: until when its blocks are kept and it can be renewed. Null otherwise. */
  renewableUntil: z.nullable(seconds),
  /** Once it has been made. */
  detail: z.nullable(
    z.object({
      /** What carries the rollup: "embedded", or an operator's own provider. */
      provider: z.string(),
      /** Root-relative on this cloud, absolute elsewhere. */
      rpc: z.string(),
      ws: z.nullable(z.string()),
      blockExplorer: z.string(),
      bridgeAssets: z.nullable(z.string()),
      /** On the settlement chain: batches, state roots and the bridge. */
      contractAddress: z.string(),
      /** On the rollup. */
      bridgeAddress: z.nullable(z.string()),
      /** The configuration as JSON text, to look at and to download. */
      rollupConfig: z.string(),
      /** Its display name, such as "Ethereum (local)". */
      settlementLayer: z.string(),
      settlementChainId: z.string(),
      gasBlockLimit: z.string(),
      /** Seconds between a withdrawal and its payment at the earliest. */
      withdrawPeriod: z.int(),
      gasToken: z.string(),
      framework: z.string(),
      daLayer: z.string(),
      /** Wei. */
      sequencerAddressBalance: amount,
    }),
  ),
});
