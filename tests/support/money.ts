/** Runs the billing services on a scripted chain, with real users, teams and ledger. */
import { pino } from "pino";
import { activationCalls } from "../../resources/account/activation.ts";
import { pointCalls, points } from "../../resources/account/points.ts";
import { depositCalls } from "../../resources/billing/deposit-calls.ts";
import { deposits } from "../../resources/billing/deposit-history.ts";
import { purchases } from "../../resources/billing/purchases.ts";
import type { CallLine } from "../../resources/define.ts";
import { operatorDeposits } from "../../resources/operator/deposits.ts";
import { operatorPurchases } from "../../resources/operator/purchases.ts";
import { createLedger } from "../../src/cloud/ledger/create-ledger.ts";
import type { Ledger } from "../../src/cloud/ledger/ledger.ts";
import { createActivation } from "../../src/cloud/services/activation/service.ts";
import { activationRoutes } from "../../src/cloud/services/activation/routes.ts";
import { euidOf } from "../../src/cloud/services/auth/euid.ts";
import { createChainEvents } from "../../src/cloud/services/chain-events/service.ts";
import { createChainReports } from "../../src/cloud/services/chain-reports/service.ts";
import { depositRoutes } from "../../src/cloud/services/deposits/routes.ts";
import { createDeposits } from "../../src/cloud/services/deposits/service.ts";
import type { Route } from "../../src/cloud/services/route.ts";
import { createRewards } from "../../src/cloud/services/rewards/service.ts";
import { createUnlocks } from "../../src/cloud/services/unlocks/service.ts";
import {
  ownCoin,
  scriptedChain,
  transactionOf,
  type ScriptedEvent,
  type ScriptedChain,
  type Transaction,
} from "./scripted-chain.ts";
import { testWeb, type TestWeb } from "./web.ts";
import { lateRoute } from "./late-route.ts";

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
    unlocks: createUnlocks({ activation, deposits: service }),
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
