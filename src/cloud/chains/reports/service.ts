/** Analytics of chains and wallets: errors and deposits reported by browsers. Stored on this instance only. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ChainKey } from "../../../../resources/chains/chains.ts";
import { chainReportsKept, chainReportSeconds } from "../../../../resources/chains/limits.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";

export interface ChainReport {
  readonly kind: RowOf<"chain_report">["kind"];
  readonly personId: string | undefined;
  readonly chain: ChainKey | undefined;
  readonly content: Record<string, unknown>;
}

export type ChainReports = ReturnType<typeof createChainReports>;

/** One of this many reports triggers the cleanup. */
const sweepOneIn = 50;

export const createChainReports = () => ({
  /** Stores a report; old reports, and those beyond the limit, are deleted. */
  keep: async (trx: Trx, { kind, personId, chain, content }: ChainReport): Promise<void> => {
    const id = randomUUID();
    await trx
      .insertInto("chain_report")
      .values({ id, person_id: personId ?? null, kind, chain: chain ?? null, content })
      .execute();
    // Uses the random ID, so that no clock or counter is needed.
    if (Number.parseInt(id.slice(0, 8), 16) % sweepOneIn === 0) await sweep(trx);
  },
});

const sweep = (trx: Trx) =>
  sql`
    delete from chain_report where created_at < now() - make_interval(secs => ${chainReportSeconds})
      or created_at < (select created_at from chain_report order by created_at desc offset ${chainReportsKept} limit 1)
  `.execute(trx);
