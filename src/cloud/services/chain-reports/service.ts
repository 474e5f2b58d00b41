/** Analytics of chains and wallets: errors that people met, and deposits they say they have sent. Kept in this cloud only. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ChainKey } from "../../../../resources/chains.ts";
import { chainReportsKept, chainReportSeconds } from "../../../../resources/chain-limits.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { ChainReportTable } from "./tables.ts";

export interface ChainReport {
  readonly kind: ChainReportTable["kind"];
  readonly personId: string | undefined;
  readonly chain: ChainKey | undefined;
  readonly content: Record<string, unknown>;
}

export interface ChainReports {
  /** Keeps a report for a while; old ones, and those beyond a number, go. */
  keep(trx: Trx, report: ChainReport): Promise<void>;
}

/** One of so many reports looks for old ones. */
const sweepOneIn = 50;

export const createChainReports = (): ChainReports => ({
  keep: async (trx, { kind, personId, chain, content }) => {
    const id = randomUUID();
    await trx
      .insertInto("chain_report")
      .values({ id, person_id: personId ?? null, kind, chain: chain ?? null, content })
      .execute();
    // By the id, which is random: no clock and no counter to keep.
    if (Number.parseInt(id.slice(0, 8), 16) % sweepOneIn === 0) await sweep(trx);
  },
});

const sweep = (trx: Trx) =>
  sql`
    delete from chain_report where created_at < now() - make_interval(secs => ${chainReportSeconds})
      or created_at < (select created_at from chain_report order by created_at desc offset ${chainReportsKept} limit 1)
  `.execute(trx);
