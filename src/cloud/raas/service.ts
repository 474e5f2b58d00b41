/** Rollups as a service: ordered, paid for in LAND, created by the engine, renewed and expired. */
import { sql, type RawBuilder } from "kysely";
import type { Db, Trx } from "../engines/database/database.ts";
import type { Duty } from "../kernel/duties.ts";
import { type Route, outsideTransaction, route } from "../kernel/calls/route.ts";
import { healthRoutes } from "./health.ts";
import { defineCreation, workCreation, queueCreation } from "./lifecycle/create.ts";
import { openOf } from "./lifecycle/order.ts";
import type { RaasDeps, AfterCommit } from "./deps.ts";
import { rollupRoutes } from "./routes.ts";
import { defineSettling, settleEngine, workSettling } from "./settle-engine.ts";
import { rollupFaucetSeconds, rollupOrderSeconds, rollupFaucetCoins } from "../../../resources/raas/limits.ts";
import { rollupStatus } from "../../../resources/raas/rollups.ts";
import type { RowOf } from "../engines/database/tables.ts";
import { endRollup } from "./lifecycle/end.ts";
import { blocksKeptUntil } from "./lifecycle/retention.ts";
import { changed, notifyExpired } from "./lifecycle/news.ts";
import { changeRollup, isCarried, type RollupRow, runningByChain } from "./rows.ts";
import { removeWarnings, warnOf } from "./lifecycle/warnings.ts";
import { expiredNote, unpaidNote } from "./messages.ts";
import {
  publicRollup,
  rollupAbi,
  rollupBridgeMoves,
  rollupFaucet,
  rollupSource,
} from "../../../resources/raas/public-calls.ts";
import { rollupRequests } from "../../../resources/operator/rollup-requests.ts";
import { resourceRoutes } from "../kernel/calls/resource-routes.ts";
import { abiOf, parseAddress, sourceOf } from "./abi.ts";
import { answerApplication } from "./answer.ts";
import { refuseGone } from "./lifecycle/gone.ts";
import { findRequest, listAll } from "./operator.ts";
import { publicOf } from "./present.ts";
import { AppError } from "../kernel/app-error.ts";

export type Raas = ReturnType<typeof createRaas>;

export const createRaas = (options: Omit<RaasDeps, "now"> & Partial<Pick<RaasDeps, "now">>) => {
  const deps: RaasDeps = { now: () => new Date(), ...options };
  const stopping = new AbortController();
  return {
    routes: [
      ...rollupRoutes(deps),
      ...healthRoutes(deps),
      ...publicRollupRoutes(deps),
      ...rollupRequestRoutes(deps),
    ] satisfies readonly Route[],
    /** Counts a team's rollups that have not ended. */
    countOf: openOf,
    /** Ends all rollups of a deleted team; their rows are deleted with the team. */
    removeTeam: async (trx: Trx, teamId: string): Promise<void> => {
      const rows = await trx.deleteFrom("rollup").where("team_id", "=", teamId).returning("id").execute();
      for (const { id } of rows) await settleEngine(deps, trx, id);
    },
    /** Applies due transitions. Returns how many rollups changed. */
    passTime: (): Promise<number> => passTime(deps),
    /** Creates the job queues; once per process before the first order. */
    define: async (): Promise<void> => {
      await defineCreation(deps);
      await defineSettling(deps);
    },
    work: async (): Promise<void> => {
      await workCreation(deps, stopping.signal);
      await workSettling(deps);
    },
    duties: [
      { name: "Renew and expire rollups", every: "5 s", scope: "cluster", run: () => passTime(deps) },
    ] satisfies readonly Duty[],
    close: (): void => stopping.abort(),
  };
};

// Time-based transitions of rollups, checked every few seconds in every worker: each is done once, by the first worker.

const daySeconds = 86_400;
/** Only terms longer than this are announced: users who buy a day know when it ends. */
const longSeconds = 14 * daySeconds;
/** A lost job is queued again after this long without progress. */
const stuckSeconds = 3600;

/** Applies due transitions. Returns how many rollups changed. */
const passTime = async (deps: RaasDeps): Promise<number> => {
  const { db } = deps.engines.database;
  const now = deps.now();
  let steps = 0;
  for (const { due, act } of rules(now))
    for (const id of await idsOf(db, due)) if (await once(deps, { id, due, act })) steps += 1;
  await db.deleteFrom("rollup_faucet").where("given_at", "<", before(now, rollupFaucetSeconds)).execute();
  return steps;
};

interface Rule {
  /** Condition on the table `rollup`. */
  readonly due: RawBuilder<boolean>;
  /** Returns undefined if another worker has done it. */
  readonly act: (deps: RaasDeps, trx: Trx, row: RollupRow) => Promise<AfterCommit | undefined>;
}

const rules = (now: Date): readonly Rule[] => [
  { due: sql`status = ${rollupStatus.RUNNING} and expires_at <= ${now}`, act: expire },
  { due: expiringWithin(now, "day", daySeconds), act: warn("day") },
  { due: expiringWithin(now, "week", 7 * daySeconds), act: warn("week") },
  { due: sql`status = ${rollupStatus.TERMINATED} and removed_at is null and kept_until <= ${now}`, act: remove },
  {
    due: sql`status = ${rollupStatus.PENDING_PAYMENT} and updated_at <= ${before(now, rollupOrderSeconds)}`,
    act: async (deps, trx, row) =>
      changed(deps, await endRollup(deps, trx, row, { reason: "unpaid", note: unpaidNote })),
  },
  {
    due: sql`status in (${rollupStatus.CREATING}, ${rollupStatus.CREATING_PAID}) and fast_deploy
      and updated_at <= ${before(now, stuckSeconds)}`,
    act: async (deps, trx, row) => {
      await queueCreation(deps, trx, row.id);
      return changed(deps, await changeRollup(trx, row.id, {}));
    },
  },
];

/** Matches rollups with a long term. The later warning replaces the earlier one. */
const expiringWithin = (now: Date, kind: RowOf<"rollup_told">["kind"], seconds: number): RawBuilder<boolean> => sql`
  status = ${rollupStatus.RUNNING} and expires_at > ${now} and expires_at <= ${before(now, -seconds)}
  and expires_at - paid_at > make_interval(secs => ${longSeconds})
  and not exists (select from rollup_told as told where told.rollup_id = rollup.id and told.expires_at = rollup.expires_at
    and told.kind in (${kind}, 'day'))
`;

const expire: Rule["act"] = async (deps, trx, row) => {
  const keptUntil = blocksKeptUntil(deps.now());
  const note = isCarried(row) ? expiredNote(keptUntil) : "Expired.";
  // The owner is notified of the end, and the warnings disappear.
  await removeWarnings(deps, trx, row.id);
  return notifyExpired(deps, trx, await endRollup(deps, trx, row, { reason: "expired", note }));
};

const warn =
  (kind: RowOf<"rollup_told">["kind"]): Rule["act"] =>
  (deps, trx, row) =>
    warnOf(deps, trx, row, kind);

const remove: Rule["act"] = async (deps, trx, row) => {
  await settleEngine(deps, trx, row.id);
  return changed(deps, await changeRollup(trx, row.id, { removed_at: deps.now() }));
};

/** Of several workers that see it due, only the first finds it still due. */
const once = async (deps: RaasDeps, { id, due, act }: Rule & { readonly id: string }): Promise<boolean> => {
  const after = await deps.engines.database.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("rollup")
      .selectAll()
      .where("id", "=", id)
      .where(due)
      .forUpdate()
      .executeTakeFirst();
    return row && act(deps, trx, row);
  });
  after?.();
  return after !== undefined;
};

const idsOf = async (db: Db, due: RawBuilder<boolean>): Promise<string[]> => {
  const rows = await db.selectFrom("rollup").select("id").where(due).limit(100).execute();
  return rows.map(({ id }) => id);
};

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000);

/** Public routes of a running rollup, used by its explorer and bridge. */
const publicRollupRoutes = (deps: RaasDeps): Route[] => {
  const { rollups } = deps.engines;
  return [
    route(publicRollup, async ({ db, params }) =>
      publicOf(await runningByChain(db, params.chainId), rollups.faucet !== undefined),
    ),
    route(
      rollupFaucet,
      outsideTransaction(async ({ db, params, body }) => ({
        hash: await giveCoin(deps, db, params.chainId, body.address),
      })),
    ),
    route(rollupBridgeMoves, async ({ db, params }) => {
      const row = await runningByChain(db, params.chainId);
      const address = parseAddress(params.address);
      if (!isCarried(row)) return { deposits: [], withdrawals: [] };
      const { deposits, withdrawals } = await rollups.bridgeMoves(row.id, address).catch(refuseGone);
      return {
        deposits: deposits.map(({ amount, ...move }) => ({
          ...move,
          amount: amount.toString(),
          state: move.paidHash === null ? ("waiting" as const) : ("paid" as const),
        })),
        withdrawals: withdrawals.map(({ amount, proof, ...move }) => ({
          ...move,
          amount: amount.toString(),
          proof: proof && { output: proof.output, siblings: [...proof.siblings] },
        })),
      };
    }),
    route(rollupAbi, async ({ db, params }) => {
      const row = await runningByChain(db, params.chainId);
      const abi = await abiOf(db, row, params.address);
      return abi ?? { name: null, abi: null, match: null };
    }),
    route(rollupSource, async ({ db, params }) => {
      const { id } = await runningByChain(db, params.chainId);
      const { match, source } = await sourceOf(db, id, params.address);
      return { match, ...source, settings: JSON.stringify(source.settings), files: [...source.files] };
    }),
  ];
};

/** Operator routes for applications and all rollups. */
const rollupRequestRoutes = (deps: RaasDeps): Route[] =>
  resourceRoutes(rollupRequests, {
    list: ({ db, query }) => listAll(db, query),
    show: ({ db, params }) => findRequest(db, params.id),
    edit: async ({ db, params, body, afterCommit, logged }) => {
      const id = params.id;
      const { name, after } = await answerApplication(deps, db, id, body);
      logged({ target: name });
      afterCommit(after);
      return findRequest(db, id);
    },
  });

/**
 * Sends an address its one coin a day and returns the transaction's hash. The allowance is used up first and restored
 * if the rollup refuses. Throws ROLLUP_GONE if the rollup has no faucet, ROLLUP_FAUCET_EMPTY and ROLLUP_FAUCET_USED.
 */
const giveCoin = async (deps: RaasDeps, db: Db, chainId: string, input: string): Promise<string> => {
  const { faucet } = deps.engines.rollups;
  const row = await runningByChain(db, chainId);
  if (!faucet || !isCarried(row)) throw new AppError("ROLLUP_GONE");
  const used = { rollupId: row.id, address: parseAddress(input), at: deps.now() };
  await db.transaction().execute((trx) => take(trx, used));
  try {
    return await faucet(row.id, input);
  } catch (error) {
    await giveBack(db, used);
    return refuseGone(error);
  }
};

interface Allowance {
  readonly rollupId: string;
  readonly address: string;
  readonly at: Date;
}

const take = async (trx: Trx, { rollupId, address, at }: Allowance): Promise<void> => {
  const lately = new Date(at.getTime() - rollupFaucetSeconds * 1000);
  if ((await givenSince(trx, rollupId, lately)) >= rollupFaucetCoins) throw new AppError("ROLLUP_FAUCET_EMPTY");
  const used = await trx
    .insertInto("rollup_faucet")
    .values({ rollup_id: rollupId, address, given_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(["rollup_id", "address"])
        .doUpdateSet({ given_at: at })
        .where("rollup_faucet.given_at", "<=", lately),
    )
    .returning("address")
    .executeTakeFirst();
  if (!used) throw new AppError("ROLLUP_FAUCET_USED");
};

const giveBack = async (db: Db, { rollupId, address, at }: Allowance): Promise<void> => {
  await db
    .deleteFrom("rollup_faucet")
    .where("rollup_id", "=", rollupId)
    .where("address", "=", address)
    .where("given_at", "=", at)
    .execute();
};

const givenSince = async (trx: Trx, rollupId: string, since: Date): Promise<number> => {
  const { count } = await trx
    .selectFrom("rollup_faucet")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("rollup_id", "=", rollupId)
    .where("given_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
};
