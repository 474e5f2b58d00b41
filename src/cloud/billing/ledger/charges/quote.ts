/** Estimates the cost of an action, with the same numbers as `Allowance.ask` and the settlement. */
import type { MeteredResource } from "../../../../../resources/limits.ts";
import { AppError } from "../../../kernel/app-error.ts";
import type { Db } from "../../../engines/database/database.ts";
import { checkCaps, type Spender } from "./caps.ts";
import { turnMonths } from "../grants.ts";
import { microsPerSecond } from "./moments.ts";
import { quotaOf, stateOf } from "../quota.ts";
import { landFor, priceAt } from "./calculate-charges.ts";
import { serviceOf, type Usage } from "../usage/usage.ts";

export interface Quoted {
  readonly resource: MeteredResource;
  /** Bytes, seconds of build time, or units. */
  readonly amount: bigint;
  /** Storage duration; for IPFS_STORAGE only. */
  readonly seconds: bigint;
  /** Default: the resource's own service. */
  readonly spender?: Spender;
}

export interface Quote {
  readonly fromPackages: bigint;
  readonly beyond: bigint;
  /** LAND×1e18 for the excess; undefined if LAND does not pay for it. */
  readonly land: bigint | undefined;
  /** Error code with which it would be rejected now. */
  readonly refusal: "ALLOWANCE_USED_UP" | "SPEND_CAP_REACHED" | undefined;
}

/** Writes nothing except started months. */
export const quoteFor = async (
  db: Db,
  usage: Pick<Usage, "withWaiting">,
  teamId: string,
  { resource, amount, seconds, spender = { service: serviceOf(resource) } }: Quoted,
): Promise<Quote> => {
  await turnMonths(db, new Date(), teamId);
  const state = await stateOf(db, teamId, usage);
  const { granted, excess, price } = quotaOf(state, resource);
  const fromPackages = amount < granted ? amount : granted;
  const beyond = amount - fromPackages;
  const scale = resource === "IPFS_STORAGE" ? seconds * microsPerSecond : 1n;
  const current = priceAt(state.facts.prices, resource, state.moment);
  const quoted = { fromPackages, beyond, land: current && landFor(current, beyond * scale) };
  if (beyond === 0n) return { ...quoted, refusal: undefined };
  // Like `ask`: all excess storage must be paid for one day ahead.
  const needed = price(excess + beyond);
  if (needed === undefined || state.land < needed) return { ...quoted, refusal: "ALLOWANCE_USED_UP" };
  const isCapped = await isBeyondCap(db, teamId, spender, { land: needed, unsettled: state.chargeResult.charges });
  return { ...quoted, refusal: isCapped ? "SPEND_CAP_REACHED" : undefined };
};

const isBeyondCap = async (...args: Parameters<typeof checkCaps>): Promise<boolean> => {
  try {
    await checkCaps(...args);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === "SPEND_CAP_REACHED") return true;
    throw error;
  }
};
