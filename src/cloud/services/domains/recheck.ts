import { sql } from "kysely";
import type { Logger } from "pino";
import { check, type CheckDeps } from "./check.ts";
import { findDomain } from "./reads.ts";

/** How long a process keeps the lease on a check. */
const leaseSeconds = 120;
const atOnce = 8;

/** Checks all due domains and returns their number. Several processes can share the work. */
export const recheckDue = async (deps: CheckDeps, log: Logger): Promise<number> => {
  let done = 0;
  for (;;) {
    const due = await claimDue(deps);
    if (due.length === 0) return done;
    await Promise.all(
      due.map(async ({ id, team_id }) => {
        try {
          await check(deps, await findDomain(deps.db, team_id, id), "timer");
        } catch (error) {
          log.warn({ err: error, domainId: id }, "Domain check failed");
        }
      }),
    );
    done += due.length;
  }
};

const claimDue = ({ db }: CheckDeps): Promise<{ id: string; team_id: string }[]> =>
  db
    .updateTable("domain")
    .set({ next_check_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("domain")
        .select("id")
        .where("next_check_at", "<=", sql<Date>`now()`)
        .orderBy("next_check_at")
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "team_id"])
    .execute();
