/** The billing-related services: chain events, payments, balances, and what they unlock. */
import type { Logger } from "pino";
import type { Engines } from "../engines/engines.ts";
import type { Allowance } from "../ledger/allowance.ts";
import { createLedger } from "../ledger/create-ledger.ts";
import type { Usage } from "../ledger/usage.ts";
import { activationRoutes } from "./activation/routes.ts";
import { createActivation } from "./activation/service.ts";
import type { Alerts } from "./alerts/service.ts";
import type { Auth } from "./auth/service.ts";
import { createArweavePrice } from "./arweave-price/service.ts";
import { billAnalyticsRoutes } from "./bill-analytics/routes.ts";
import { createBillAnalytics } from "./bill-analytics/service.ts";
import { billingRoutes } from "./billing/routes.ts";
import { createChainEvents } from "./chain-events/service.ts";
import { chainReportRoutes } from "./chain-reports/routes.ts";
import { createChainReports } from "./chain-reports/service.ts";
import { depositRoutes } from "./deposits/routes.ts";
import { createDeposits } from "./deposits/service.ts";
import { createDunning } from "./dunning/service.ts";
import { ledgerAuditRoutes } from "./ledger-audit/routes.ts";
import { createLedgerAudit } from "./ledger-audit/service.ts";
import type { Notices } from "./notices/service.ts";
import { offersModel } from "./ai-rpc/service.ts";
import { operatorPriceRoutes } from "./operator-prices/routes.ts";
import type { Route } from "./route.ts";
import { createSettlement } from "./settlement/service.ts";
import { createUnlocks } from "./unlocks/service.ts";
import type { Teams } from "./teams/service.ts";
import { voucherRoutes } from "./vouchers/routes.ts";
import { zkSyncActivationRoutes } from "./zksync-activation/routes.ts";
import { createZkSyncActivation } from "./zksync-activation/service.ts";

interface ServiceDeps {
  readonly engines: Pick<
    Engines,
    "ai" | "arweave" | "database" | "evm" | "jobs" | "prices" | "realtime" | "zkSyncLite"
  >;
  readonly usage: Usage;
  readonly allowance: Allowance;
  readonly auth: Auth;
  readonly teams: Teams;
  readonly notices: Notices;
  readonly alerts: Alerts;
  readonly log: Logger;
  /** URL of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
}

export const createMoney = ({ engines, log, usage, ...deps }: ServiceDeps) => {
  const { database, evm, realtime } = engines;
  const ledger = createLedger();
  const chainEvents = createChainEvents({ database, evm, log });
  const shared = { evm, realtime, ledger, chainEvents, ...deps };
  const deposits = createDeposits(shared);
  const activation = createActivation(shared);
  const zkSyncActivation = createZkSyncActivation({ engines, activation, chainEvents, log, ...deps });
  const unlocks = createUnlocks({ activation, deposits });
  const dunning = createDunning({ engines, log, ...deps });
  const arweavePrice = createArweavePrice(engines, log);
  const onNoted = () => Promise.all([dunning.notify(), arweavePrice.keep()]);
  const settled = { allowance: deps.allowance, onNoted };
  const settlement = createSettlement({ engines, usage, ledger, log, ...settled });
  const reports = createChainReports();
  const ledgerAudit = createLedgerAudit({ engines, log, ...deps });
  const bills = createBillAnalytics({ usage, allowance: deps.allowance });
  const routes: Route[] = [
    ...depositRoutes({ deposits, ledger, chainEvents, reports }),
    ...billingRoutes({ usage, ...deps }),
    ...voucherRoutes(shared),
    ...ledgerAuditRoutes(ledgerAudit),
    ...operatorPriceRoutes((item) => offersModel(engines.ai, item)),
    ...chainReportRoutes(),
    ...billAnalyticsRoutes(bills),
    ...activationRoutes({ activation, chainEvents }),
    ...zkSyncActivationRoutes(zkSyncActivation),
  ];
  return {
    ledger,
    chainEvents,
    deposits,
    activation,
    zkSyncActivation,
    unlocks,
    dunning,
    settlement,
    ledgerAudit,
    routes,
  };
};
