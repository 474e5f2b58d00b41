/**
 * Limits a team's spending on compute units: reserves a second's worth of its allowance at a time, so that most
 * requests need no database query. Requested, pending and leased units count as spent until settled, so parallel
 * requests of one process never overspend. Each process may hold a second's worth.
 */
import type { RpcKeyType } from "../../../../resources/rpc/keys.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Usage } from "../../billing/ledger/usage/usage.ts";

export interface Payer {
  readonly keyId: string;
  readonly teamId: string;
  readonly type: RpcKeyType;
  /** Compute units leased at once. */
  readonly ahead: number;
}

/** Units reserved for a request: charged when it is answered, released when it fails. */
export interface Reserved {
  charge(): void;
  release(): void;
}

export type Budget = ReturnType<typeof createBudget>;

interface TeamBudget {
  /** Units of pending requests. */
  reserved: number;
  /** Number of queued requests. */
  waiting: number;
  readonly leases: Map<string, { left: number; readonly until: number }>;
  turn: Promise<unknown>;
  /** Called when no request is pending. */
  onIdle: (() => void) | undefined;
  refused: { readonly error: AppError; readonly type: RpcKeyType; readonly until: number } | undefined;
}

interface Deps {
  readonly db: Db;
  readonly usage: Pick<Usage, "record">;
  readonly allowance: Pick<Allowance, "ask" | "used">;
}

const leaseMs = 1000;
/** How long a refusal is cached: deposits take effect soon, and repeated requests cost little. */
const refusedMs = 200;
/** With this many teams, those without a request or a lease are removed from memory. */
const teamsMax = 1000;

export const createBudget = ({ db, usage, allowance }: Deps) => {
  const budgets = new Map<string, TeamBudget>();

  let forgetAt = teamsMax;

  /** Keeps twice as many teams as are active, so that the scan costs each request next to nothing. */
  const forgetIdle = (): void => {
    for (const [teamId, budget] of budgets) if (isIdle(budget)) budgets.delete(teamId);
    forgetAt = Math.max(teamsMax, 2 * budgets.size);
  };

  const purseOf = (teamId: string): TeamBudget => {
    const known = budgets.get(teamId);
    if (known) return known;
    if (budgets.size >= forgetAt) forgetIdle();
    const budget: TeamBudget = {
      reserved: 0,
      waiting: 0,
      leases: new Map(),
      turn: Promise.resolve(),
      onIdle: undefined,
      refused: undefined,
    };
    budgets.set(teamId, budget);
    return budget;
  };

  const spend = (budget: TeamBudget, { keyId, teamId }: Payer, units: number): Reserved | undefined => {
    const lease = budget.leases.get(keyId);
    if (!lease || lease.until < performance.now() || lease.left < units) return undefined;
    lease.left -= units;
    budget.reserved += units;
    let isOpen = true;
    const close = (isCharged: boolean): void => {
      if (!isOpen) return;
      isOpen = false;
      // Counted first: callers that wait for pending requests must see it.
      if (isCharged) usage.record({ teamId, resource: "COMPUTE_UNIT", subject: keyId, amount: units });
      budget.reserved -= units;
      if (budget.reserved === 0) budget.onIdle?.();
    };
    return { charge: () => close(true), release: () => close(false) };
  };

  /** Checks the allowance: a free key uses packages only; other keys also LAND. */
  const ask = async ({ teamId, keyId, type }: Payer, units: number): Promise<void> => {
    if (type === "VIP") return allowance.ask(db, teamId, "COMPUTE_UNIT", units, { service: "RPC", subject: keyId });
    const { resources } = await allowance.used(db, teamId);
    const known = resources.find(({ resource }) => resource === "COMPUTE_UNIT");
    if (!known || known.left < BigInt(units)) throw new AppError("ALLOWANCE_USED_UP");
  };

  const lease = async (budget: TeamBudget, payer: Payer, units: number): Promise<void> => {
    const now = performance.now();
    budget.leases.delete(payer.keyId);
    for (const [keyId, { until }] of budget.leases) if (until < now) budget.leases.delete(keyId);
    const aside = [...budget.leases.values()].reduce((sum, { left }) => sum + left, 0);
    const set = (left: number): void =>
      void budget.leases.set(payer.keyId, { left, until: performance.now() + leaseMs });
    try {
      await ask(payer, budget.reserved + aside + units + payer.ahead);
      set(units + payer.ahead);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Little is left: drops all leases, waits for pending requests, and asks only for the units needed now.
      budget.leases.clear();
      await whenIdle(budget);
      await ask(payer, units);
      set(units);
    }
  };

  const takeTurn = async (budget: TeamBudget, payer: Payer, units: number): Promise<Reserved> => {
    const known = spend(budget, payer, units);
    if (known) return known;
    const { refused } = budget;
    if (refused && refused.type === payer.type && refused.until > performance.now()) throw refused.error;
    try {
      await lease(budget, payer, units);
    } catch (error) {
      if (isRefusal(error)) budget.refused = { error, type: payer.type, until: performance.now() + refusedMs };
      throw error;
    }
    return spend(budget, payer, units)!;
  };

  return {
    /** Reserves units. Throws ALLOWANCE_USED_UP, SPEND_CAP_REACHED. */
    take: async (payer: Payer, units: number): Promise<Reserved> => {
      const budget = purseOf(payer.teamId);
      const known = spend(budget, payer, units);
      if (known) return known;
      budget.waiting += 1;
      const turn = budget.turn
        .then(() => takeTurn(budget, payer, units))
        .finally(() => {
          budget.waiting -= 1;
        });
      budget.turn = turn.catch(() => undefined);
      return turn;
    },
    /** Returns the number of teams kept in memory. */
    teams: (): number => budgets.size,
  };
};

/** Returns whether nothing is pending, leased or refused: a new entry would be equal. */
const isIdle = ({ reserved, waiting, leases, refused }: TeamBudget): boolean => {
  const now = performance.now();
  const isLive = ({ until }: { readonly until: number }): boolean => until >= now;
  return reserved === 0 && waiting === 0 && ![...leases.values()].some(isLive) && !(refused && isLive(refused));
};

const whenIdle = (budget: TeamBudget): Promise<void> =>
  new Promise((resolve) => {
    if (budget.reserved === 0) return resolve();
    budget.onIdle = resolve;
  });

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === "ALLOWANCE_USED_UP" || error.code === "SPEND_CAP_REACHED");
