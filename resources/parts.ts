/** Resources whose records are part of others' or of a user's: cards and tabs list them. Their screens bring their declarations. */
import { points } from "./rewards/points.ts";
import { invitedUsers } from "./rewards/referral-calls.ts";
import { aiRequests, aiTeamRequests } from "./ai/key-calls.ts";
import { webhook, webhookDeliveries } from "./account/webhook.ts";
import { purchases } from "./billing/purchases.ts";
import { spendCaps } from "./billing/spend-caps.ts";
import { months, transactions } from "./billing/record-calls.ts";
import { shareLinks } from "./storage/share-links.ts";
import { snapshots } from "./storage/snapshots.ts";
import type { Resource } from "./declare/define.ts";
import { siteRequests } from "./hosting/analytics.ts";
import { rpcRequests } from "./rpc/stat-calls.ts";
import { deployHooks, previews } from "./hosting/hooks.ts";

export const partResources = [
  deployHooks,
  previews,
  siteRequests,
  snapshots,
  shareLinks,
  aiRequests,
  aiTeamRequests,
  rpcRequests,
  purchases,
  months,
  transactions,
  spendCaps,
  points,
  invitedUsers,
  webhook,
  webhookDeliveries,
] as readonly Resource[];
