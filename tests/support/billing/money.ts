/** Runs the billing services on a scripted chain, with real users, teams and ledger. */
import { pino } from "pino";
import { activationCalls } from "../../../resources/chains/activation.ts";
import { pointCalls, points } from "../../../resources/rewards/points.ts";
import { depositCalls } from "../../../resources/billing/deposit-calls.ts";
import { deposits } from "../../../resources/billing/deposit-history.ts";
import { purchases } from "../../../resources/billing/purchases.ts";
import type { CallLine } from "../../../resources/declare/define.ts";
import { operatorDeposits } from "../../../resources/operator/deposits.ts";
import { operatorPurchases } from "../../../resources/operator/purchases.ts";
import { createLedger } from "../../../src/cloud/billing/ledger/create-ledger.ts";
import type { Ledger } from "../../../src/cloud/billing/ledger/ledger.ts";
import { createActivation } from "../../../src/cloud/chains/activation/service.ts";
import { activationRoutes } from "../../../src/cloud/chains/activation/routes.ts";
import { euidOf } from "../../../src/cloud/account/auth/euid.ts";
import { createChainEvents } from "../../../src/cloud/chains/events/service.ts";
import { createChainReports } from "../../../src/cloud/chains/reports/service.ts";
import { depositRoutes } from "../../../src/cloud/billing/deposits/routes.ts";
import { createDeposits } from "../../../src/cloud/billing/deposits/service.ts";
import type { Route } from "../../../src/cloud/kernel/calls/route.ts";
import { createRewards } from "../../../src/cloud/rewards/service.ts";
import { createStanding } from "../../../src/cloud/billing/standing/service.ts";
import {
  ownCoin,
  scriptedChain,
  transactionOf,
  type ScriptedEvent,
  type ScriptedChain,
  type Transaction,
} from "../chains/scripted-chain.ts";
import { testWeb, type TestWeb } from "../server/web.ts";
import { lateRoute } from "../server/late-route.ts";

/** `ledger` can be one that fails now and then. */
export const moneyOn = (web: TestWeb, { evm }: Pick<ScriptedChain, "evm">, ledger: Ledger = createLedger()) => {
  const { database, auth, teams, allowance, notices, realtime } = web;
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "warn" }, { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
  const chainEvents = createChainEvents({ database, evm, log });
  const parts = { evm, ledger, chainEvents, auth, teams, allowance, notices, realtime };
  const service = createDeposits(parts);
  const activation = createActivation(parts);
  const reports = createChainReports();
  return {
    ledger,
    chainEvents,
    deposits: service,
    activation,
    standing: createStanding(database),
    routes: [
      ...depositRoutes({ deposits: service, ledger, chainEvents, reports }),
      ...activationRoutes({ activation, chainEvents }),
      ...createRewards({ ledger, teams, docsDir: "docs" }).routes,
    ],
    logged,
  };
};

/** The same over HTTP, with the chain. */
export const moneyWeb = async (chain = scriptedChain(), settings: Record<string, string> = {}) => {
  const answering: { money?: ReturnType<typeof moneyOn> } = {};
  const lazily = (call: CallLine): Route => lateRoute(call, () => answering.money!.routes);
  const calls = [...depositCalls, ...activationCalls, ...pointCalls];
  const resources = [deposits, purchases, points, operatorDeposits, operatorPurchases];
  const lines = [...calls.map(({ call }) => call), ...resources.flatMap((one) => Object.values(one.calls))];
  const web = await testWeb({ resources, calls, routes: lines.map(lazily), settings });
  const money = (answering.money = moneyOn(web, chain));
  const look = () => money.chainEvents.poll(chain.chain.key);
  /** Mines these transactions, then enough empty blocks to settle them. */
  const confirm = async (...transactions: Transaction[]): Promise<void> => {
    chain.mine(...transactions);
    for (let more = 1; more < chain.chain.confirmations; more += 1) chain.mine();
    await look();
  };
  return { ...web, ...money, chain, look, confirm };
};

export const land = (amount: number): bigint => BigInt(amount) * 10n ** 18n;

/** Returns the chain account of a user by the stored id. */
export const euidOfUser = (userId: string): string => euidOf(userId.replaceAll("-", ""));

/** Returns a user's payment for LAND, in the chain's native coin by default. */
export const mint = (account: string, amount: bigint, coin: string = ownCoin): ScriptedEvent => [
  "Mint",
  [account, coin, amount / 1_000_000n, amount / 2_000_000n, amount, amount],
];

export const mintTransaction = (account: string, amount: bigint, coin?: string) =>
  transactionOf(mint(account, amount, coin));
