/** Resources whose records are part of others' or of a user's: cards and tabs list them. Their screens bring their declarations. */
import { points } from "./account/points.ts";
import { webhook, webhookDeliveries } from "./account/webhook.ts";
import { purchases } from "./billing/purchases.ts";
import { months, transactions } from "./billing/record-calls.ts";
import { snapshots } from "./bucket/snapshots.ts";
import type { Resource } from "./define.ts";
import { deployHooks, previews } from "./hosting/hooks.ts";

export const partResources = [
  deployHooks,
  previews,
  snapshots,
  purchases,
  months,
  transactions,
  points,
  webhook,
  webhookDeliveries,
] as readonly Resource[];
