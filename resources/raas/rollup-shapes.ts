/** A rollup in its team's list, and on its own page. */
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
  /** Whether it was a one-click order, not an application. */
  fastDeploy: z.boolean(),
  ...choice,
  chainId: z.nullable(z.string()),
  chainLogo: image,
  /** Start of the current term; null before the first. */
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
  /** Price of the first term in LAND ×1e18, and the total paid for renewals. */
  land: amount,
  renewLand: amount,
  /** Why the creation failed, the operator's answer to an application, or why the rollup ended. */
  note: z.nullable(z.string()),
  /** For an expired rollup: until when its blocks are kept and it can be renewed. Null otherwise. */
  renewableUntil: z.nullable(seconds),
  /** Set once it is created. */
  detail: z.nullable(
    z.object({
      /** "embedded", or the operator's external provider. */
      provider: z.string(),
      /** Root-relative on this server, otherwise absolute. */
      rpc: z.string(),
      ws: z.nullable(z.string()),
      blockExplorer: z.string(),
      bridgeAssets: z.nullable(z.string()),
      /** On the settlement chain: batches, state roots and the bridge. */
      contractAddress: z.string(),
      /** On the rollup. */
      bridgeAddress: z.nullable(z.string()),
      /** The configuration as JSON text, to view and download. */
      rollupConfig: z.string(),
      /** Display name, such as "Ethereum (local)". */
      settlementLayer: z.string(),
      settlementChainId: z.string(),
      gasBlockLimit: z.string(),
      /** Minimum seconds between a withdrawal and its payment. */
      withdrawPeriod: z.int(),
      gasToken: z.string(),
      framework: z.string(),
      daLayer: z.string(),
      /** Wei. */
      sequencerAddressBalance: amount,
    }),
  ),
});
