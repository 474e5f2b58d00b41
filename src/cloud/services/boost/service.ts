/** Boost: nodes that earn points by the hour, and all that people do with them. */
import type { Logger } from "pino";
import type { Engines } from "../../engines/engines.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Auth } from "../auth/service.ts";
import type { Bot } from "../bot/service.ts";
import type { Route } from "../route.ts";
import type { Teams } from "../teams/service.ts";
import { nodeRoutes } from "./node-routes.ts";
import { createNodeTokens, type NodeTokens } from "./node-tokens.ts";
import { systemClock, type Clock } from "./nodes.ts";

export { isNodeToken, type NodeTokens } from "./node-tokens.ts";

export interface BoostService {
  readonly tokens: NodeTokens;
  readonly routes: readonly Route[];
}

export interface BoostParts {
  readonly engines: Pick<Engines, "bot" | "database" | "evm" | "prices" | "ton">;
  readonly ledger: Ledger;
  readonly auth: Pick<Auth, "user" | "wallets">;
  readonly teams: Pick<Teams, "codeOf" | "membership">;
  readonly bot: Pick<Bot, "on" | "onCommand">;
  readonly log: Logger;
  /** Address of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
  /** Unix seconds; tests have one of their own. */
  readonly clock?: Clock;
}

export const createBoost = (parts: BoostParts): BoostService => {
  const clock = parts.clock ?? systemClock;
  const tokens = createNodeTokens(parts.engines.database);
  return { tokens, routes: [...nodeRoutes({ ...parts, tokens, clock })] };
};
