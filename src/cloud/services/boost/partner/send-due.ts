import type { Logger } from "pino";
import type { Db } from "../../../engines/database/database.ts";
import type { Fetch } from "../../../engines/network/fetch.ts";
import type { PartnerHost } from "./service.ts";

interface Parts {
  readonly db: Db;
  readonly host: PartnerHost;
  readonly fetch: Fetch;
  readonly log: Pick<Logger, "warn">;
}

const firstPauseSeconds = 10;
const longestPauseSeconds = 3600;
/** What the partner has not taken in so long is not worth telling any more. */
const keptDays = 30;

/**
 * Sends the report that is due first, and forgets it once the host has taken it. One that it did not take is sent again after a pause that
 * doubles. Another process leaves the same report alone meanwhile. Returns whether there was one.
 */
export const sendDue = ({ db, host, fetch, log }: Parts): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom("boost_partner_report")
      .selectAll()
      .where("due_at", "<=", new Date())
      .orderBy("due_at")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return false;
    const problem = await post(fetch, host, due);
    const isOver = problem === "" || due.created_at.getTime() < Date.now() - keptDays * 86_400_000;
    if (isOver) {
      await trx.deleteFrom("boost_partner_report").where("id", "=", due.id).execute();
      if (problem !== "") log.warn({ problem, path: due.path }, "A report to the advertising partner was given up");
      return true;
    }
    const pauseSeconds = Math.min(firstPauseSeconds * 2 ** due.attempts, longestPauseSeconds);
    log.warn({ problem, path: due.path }, "The advertising partner did not take a report; it is sent again");
    await trx
      .updateTable("boost_partner_report")
      .set({ attempts: due.attempts + 1, due_at: new Date(Date.now() + pauseSeconds * 1000) })
      .where("id", "=", due.id)
      .execute();
    return true;
  });

/** Empty when it was taken. */
const post = async (
  fetch: Fetch,
  { url, key }: PartnerHost,
  { id, path, body }: { readonly id: string; readonly path: string; readonly body: string },
): Promise<string> => {
  // By the last of these a host can tell a report that it was sent twice.
  const headers = { "content-type": "application/json", "x-api-key": key, "idempotency-key": id };
  try {
    const { ok, status } = await fetch(url + path, { method: "POST", headers, body });
    return ok ? "" : `It answered ${status}.`;
  } catch (error) {
    return (error as Error).message;
  }
};
