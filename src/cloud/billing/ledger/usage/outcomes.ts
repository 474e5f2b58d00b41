/** Counts succeeded and failed requests per team, service and minute. Alerts calculate error rates from them. */
import { sql } from "kysely";
import type { WatchedService } from "../../../../../resources/account/service-alerts.ts";
import type { Database } from "../../../engines/database/database.ts";
import type { Duty } from "../../../kernel/duties.ts";

export type Outcomes = ReturnType<typeof createOutcomes>;

interface Tally {
  readonly teamId: string;
  readonly service: WatchedService;
  /** Its start. */
  readonly minute: Date;
  requests: number;
  failed: number;
}

export const createOutcomes = ({ db }: Pick<Database, "db">) => {
  let waiting = new Map<string, Tally>();
  let flushing: Promise<void> = Promise.resolve();

  const add = (tally: Tally): void => {
    const key = [tally.teamId, tally.service, tally.minute.getTime()].join();
    const existing = waiting.get(key);
    if (!existing) return void waiting.set(key, tally);
    existing.requests += tally.requests;
    existing.failed += tally.failed;
  };
  const write = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const flushed = [...waiting.values()];
    waiting = new Map();
    try {
      await sql`
        insert into service_outcome as kept (team_id, service, minute, requests, failed)
        select team.id, service, minute, requests, failed
        from jsonb_to_recordset(${JSON.stringify(flushed)}::jsonb)
          as row ("teamId" uuid, service text, minute timestamptz, requests bigint, failed bigint)
        join team on team.id = row."teamId" order by team.id, service, minute
        on conflict (team_id, service, minute)
          do update set requests = kept.requests + excluded.requests, failed = kept.failed + excluded.failed
      `.execute(db);
    } catch (error) {
      flushed.forEach(add);
      throw error;
    }
  };
  const flush = (): Promise<void> => (flushing = flushing.catch(() => undefined).then(write));

  return {
    /** Counts a request that has been answered. */
    record: (teamId: string, service: WatchedService, isFailed: boolean): void =>
      add({
        teamId,
        service,
        minute: new Date(Math.floor(Date.now() / 60_000) * 60_000),
        requests: 1,
        failed: isFailed ? 1 : 0,
      }),
    /** Writes the counts; a failed write keeps them for the next one. */
    flush,
    duties: [
      { name: "Write request outcomes", every: "2 s", scope: "process", role: "any", run: flush },
    ] satisfies readonly Duty[],
  };
};
