/**
 * What a team may still spend on compute units: asked of its allowance a second's worth at a time, so that not each of thousands of
 * requests goes to the database. What is asked for, under way and set aside for other keys counts as spent until it is known, so parallel
 * requests of one process never spend more than there is. Of several processes each may have a second's worth set aside.
 */
import type { RpcKeyType } from "../../../../resources/rpc/keys.ts";
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Usage } from "../../ledger/usage.ts";

export interface Payer {
  readonly keyId: string;
  readonly teamId: string;
  readonly type: RpcKeyType;
  /** Compute units set aside at once. */
  readonly ahead: number;
}

/** Units that are set aside for a request: charged when it is answered, given back when it could not be. */
export interface Reserved {
  charge(): void;
  release(): void;
}

export interface Budget {
  /** Throws ALLOWANCE_USED_UP, SPEND_CAP_REACHED. */
  take(payer: Payer, units: number): Promise<Reserved>;
  /** Teams kept in memory. */
  teams(): number;
}

interface Purse {
  /** Of requests that are under way. */
  reserved: number;
  /** Requests that wait for their turn. */
  waiting: number;
  readonly leases: Map<string, { left: number; readonly until: number }>;
  turn: Promise<unknown>;
  /** Told when nothing is under way any more. */
  onIdle: (() => void) | undefined;
  refused: { readonly error: AppError; readonly type: RpcKeyType; readonly until: number } | undefined;
}

interface Parts {
  readonly db: Db;
  readonly usage: Pick<Usage, "record">;
  readonly allowance: Pick<Allowance, "ask" | "used">;
}

const leaseMs = 1000;
/** A refusal holds so long: a deposit is felt soon, and a client that goes on asking costs little. */
const refusedMs = 200;
/** At this many teams, those without a request or a lease are forgotten. */
const teamsMax = 1000;

export const createBudget = ({ db, usage, allowance }: Parts): Budget => {
  const purses = new Map<string, Purse>();

  let forgetAt = teamsMax;

  /** Twice as many teams as are active are kept, so that looking through them costs each request next to nothing. */
  const forgetIdle = (): void => {
    for (const [teamId, purse] of purses) if (isIdle(purse)) purses.delete(teamId);
    forgetAt = Math.max(teamsMax, 2 * purses.size);
  };

  const purseOf = (teamId: string): Purse => {
    const known = purses.get(teamId);
    if (known) return known;
    if (purses.size >= forgetAt) forgetIdle();
    const purse: Purse = {
      reserved: 0,
      waiting: 0,
      leases: new Map(),
      turn: Promise.resolve(),
      onIdle: undefined,
      refused: undefined,
    };
    purses.set(teamId, purse);
    return purse;
  };

  const spend = (purse: Purse, { keyId, teamId }: Payer, units: number): Reserved | undefined => {
    const lease = purse.leases.get(keyId);
    if (!lease || lease.until < performance.now() || lease.left < units) return undefined;
    lease.left -= units;
    purse.reserved += units;
    let isOpen = true;
    const close = (isCharged: boolean): void => {
      if (!isOpen) return;
      isOpen = false;
      // Counted first: a caller that waits for pending requests finds it there.
      if (isCharged) usage.record({ teamId, resource: "COMPUTE_UNIT", subject: keyId, amount: units });
      purse.reserved -= units;
      if (purse.reserved === 0) purse.onIdle?.();
    };
    return { charge: () => close(true), release: () => close(false) };
  };

  /** A free key spends what packages hold; the others LAND beyond it. */
  const ask = async ({ teamId, keyId, type }: Payer, units: number): Promise<void> => {
    if (type === "VIP") return allowance.ask(db, teamId, "COMPUTE_UNIT", units, { service: "RPC", subject: keyId });
    const { resources } = await allowance.used(db, teamId);
    const known = resources.find(({ resource }) => resource === "COMPUTE_UNIT");
    if (!known || known.allowed - known.used < BigInt(units)) throw new AppError("ALLOWANCE_USED_UP");
  };

  const lease = async (purse: Purse, payer: Payer, units: number): Promise<void> => {
    const now = performance.now();
    purse.leases.delete(payer.keyId);
    for (const [keyId, { until }] of purse.leases) if (until < now) purse.leases.delete(keyId);
    const aside = [...purse.leases.values()].reduce((sum, { left }) => sum + left, 0);
    const set = (left: number): void =>
      void purse.leases.set(payer.keyId, { left, until: performance.now() + leaseMs });
    try {
      await ask(payer, purse.reserved + aside + units + payer.ahead);
      set(units + payer.ahead);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // It is tight: nothing is set aside for anybody, what is under way comes to its end, and only what is wanted now is asked for.
      purse.leases.clear();
      await whenIdle(purse);
      await ask(payer, units);
      set(units);
    }
  };

  const takeTurn = async (purse: Purse, payer: Payer, units: number): Promise<Reserved> => {
    const known = spend(purse, payer, units);
    if (known) return known;
    const { refused } = purse;
    if (refused && refused.type === payer.type && refused.until > performance.now()) throw refused.error;
    try {
      await lease(purse, payer, units);
    } catch (error) {
      if (isRefusal(error)) purse.refused = { error, type: payer.type, until: performance.now() + refusedMs };
      throw error;
    }
    return spend(purse, payer, units)!;
  };

  return {
    take: async (payer, units) => {
      const purse = purseOf(payer.teamId);
      const known = spend(purse, payer, units);
      if (known) return known;
      purse.waiting += 1;
      const turn = purse.turn
        .then(() => takeTurn(purse, payer, units))
        .finally(() => {
          purse.waiting -= 1;
        });
      purse.turn = turn.catch(() => undefined);
      return turn;
    },
    teams: () => purses.size,
  };
};

/** Nothing is under way, set aside or refused: a new entry would say the same. */
const isIdle = ({ reserved, waiting, leases, refused }: Purse): boolean => {
  const now = performance.now();
  const isLive = ({ until }: { readonly until: number }): boolean => until >= now;
  return reserved === 0 && waiting === 0 && ![...leases.values()].some(isLive) && !(refused && isLive(refused));
};

const whenIdle = (purse: Purse): Promise<void> =>
  new Promise((resolve) => {
    if (purse.reserved === 0) return resolve();
    purse.onIdle = resolve;
  });

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === "ALLOWANCE_USED_UP" || error.code === "SPEND_CAP_REACHED");
