/** The services around money on a scripted chain, with real people, teams and ledger. */
import { pino } from "pino";
import { createLedger } from "../../src/cloud/ledger/create-ledger.ts";
import type { Ledger } from "../../src/cloud/ledger/ledger.ts";
import { createActivation } from "../../src/cloud/services/activation/service.ts";
import { activationRoutes } from "../../src/cloud/services/activation/routes.ts";
import { euidOf } from "../../src/cloud/services/auth/euid.ts";
import { createChainEvents } from "../../src/cloud/services/chain-events/service.ts";
import { createChainReports } from "../../src/cloud/services/chain-reports/service.ts";
import { depositRoutes } from "../../src/cloud/services/deposits/routes.ts";
import { createDeposits } from "../../src/cloud/services/deposits/service.ts";
import { createStanding } from "../../src/cloud/services/standing/service.ts";
import { ownCoin, transactionOf, type Said, type ScriptedChain } from "./scripted-chain.ts";
import type { TestWeb } from "./web.ts";

/** `ledger` may be one that fails now and then. */
export const moneyOn = (web: TestWeb, { evm }: Pick<ScriptedChain, "evm">, ledger: Ledger = createLedger()) => {
  const { database, auth, teams, allowance, notices, realtime } = web;
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "warn" }, { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
  const chainEvents = createChainEvents({ database, evm, log });
  const parts = { evm, ledger, chainEvents, auth, teams, allowance, notices, realtime };
  const deposits = createDeposits(parts);
  const activation = createActivation(parts);
  const reports = createChainReports();
  return {
    ledger,
    chainEvents,
    deposits,
    activation,
    standing: createStanding({ activation, deposits }),
    routes: [
      ...depositRoutes({ deposits, ledger, chainEvents, reports }),
      ...activationRoutes({ activation, chainEvents, ledger }),
    ],
    logged,
  };
};

export const land = (amount: number): bigint => BigInt(amount) * 10n ** 18n;

/** The chain account of a person by the id in our tables. */
export const euidOfPerson = (userId: string): string => euidOf(userId.replaceAll("-", ""));

/** Somebody pays for LAND, in the chain's own coin unless another is named. */
export const mint = (account: string, amount: bigint, coin: string = ownCoin): Said => [
  "Mint",
  [account, coin, amount / 1_000_000n, amount / 2_000_000n, amount, amount],
];

export const mintTransaction = (account: string, amount: bigint, coin?: string) =>
  transactionOf(mint(account, amount, coin));
