import {
  assets,
  firstRecharge,
  reportChainError,
  reportRecharge,
} from "../../../../resources/billing/deposit-calls.ts";
import { exportDeposits } from "../../../../resources/billing/record-calls.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { ChainEvents } from "../../chains/events/service.ts";
import type { ChainReports } from "../../chains/reports/service.ts";
import { fileRoute, route, type Route } from "../../kernel/calls/route.ts";
import type { Deposits } from "./service.ts";

interface Deps {
  readonly deposits: Deposits;
  readonly ledger: Pick<Ledger, "available">;
  readonly chainEvents: Pick<ChainEvents, "hint">;
  readonly reports: ChainReports;
}

/** Balance, deposits and first deposit, and reports from browsers. */
export const depositRoutes = ({ deposits, ledger, chainEvents, reports }: Deps): Route[] => [
  ...deposits.recordRoutes,
  fileRoute(exportDeposits, ({ db, caller, query }) => deposits.lines(db, caller.teamId, query)),
  ...deposits.operatorRoutes,
  route(assets, async ({ db, caller }) => ({ land: (await ledger.available(db, caller.teamId)).toString() })),
  route(firstRecharge, ({ db, caller }) => deposits.first(db, caller.teamId)),
  route(reportRecharge, async ({ db, caller, body, afterCommit }) => {
    await reports.keep(db, { kind: "RECHARGE", personId: caller.userId, chain: undefined, content: body });
    afterCommit(() => chainEvents.hint());
    return null;
  }),
  route(reportChainError, async ({ db, caller, body }) => {
    const { chain, ...content } = body;
    await reports.keep(db, { kind: "ERROR", personId: caller?.userId, chain, content });
    return null;
  }),
];
