/**
 * Operator resources, in menu order. The dashboard's first load has only their names and routes: see src/dashboard/build/resource-faces.ts.
 */
import type { Resource } from "./declare/define.ts";
import { boostAirdrops } from "./operator/boost-airdrops.ts";
import { boostExchangeAccounts } from "./operator/boost-exchange-accounts.ts";
import { boostProjects } from "./operator/boost-projects.ts";
import { boostTasks } from "./operator/boost-tasks.ts";
import { boostWithdrawals } from "./operator/boost-withdrawals.ts";
import { chainErrors } from "./operator/chain-errors.ts";
import { operatorDeposits } from "./operator/deposits.ts";
import { duties } from "./operator/duties.ts";
import { processes } from "./operator/processes.ts";
import { feedback } from "./operator/feedback.ts";
import { notices } from "./operator/notices.ts";
import { operatorPrices } from "./operator/prices.ts";
import { operatorPurchases } from "./operator/purchases.ts";
import { quests } from "./operator/quests.ts";
import { rewardTasks } from "./operator/reward-tasks.ts";
import { rollupRequests } from "./operator/rollup-requests.ts";
import { unpaidTeams } from "./operator/unpaid-teams.ts";
import { models } from "./ai/models.ts";
import { vouchers } from "./operator/vouchers.ts";

export const operatorResources = [
  notices,
  feedback,
  operatorDeposits,
  operatorPurchases,
  rollupRequests,
  unpaidTeams,
  vouchers,
  models,
  rewardTasks,
  quests,
  boostTasks,
  boostProjects,
  boostAirdrops,
  boostWithdrawals,
  boostExchangeAccounts,
  operatorPrices,
  chainErrors,
  duties,
  processes,
] as readonly Resource[];
