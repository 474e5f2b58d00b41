import { sql } from "kysely";
import { chainOf } from "../../../../resources/chains/chains.ts";
import { chainErrorCounts, chainErrors } from "../../../../resources/operator/chain-errors.ts";
import type { Db } from "../../engines/database/database.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";

/** Anyone can report any kind, so the list of counts is limited. */
const kindsShown = 12;

const inReport = (name: string) => sql`nullif(content->>${sql.lit(name)}, '')`;

/** Operator routes for browser reports. Sending a report is a call of deposits. */
export const chainReportRoutes = (): Route[] => [
  ...tableRoutes(chainErrors, "chain_report", {
    team: null,
    where: (rows) => rows.where("chain_report.kind", "=", "ERROR"),
    columns: {
      kind: sql`coalesce(content->>'kind', 'other')`,
      message: sql`coalesce(content->>'message', '')`,
      action: inReport("action"),
      wallet: inReport("wallet"),
      code: inReport("code"),
      person: sql`(select nullif(username, '') from person where id = person_id)`,
    },
    present: ({ chain }) => ({ network: chain ? (chainOf(chain)?.name ?? chain) : undefined }),
  }),
  route(chainErrorCounts, async ({ db }) => ({ items: await countChainErrors(db) })),
];

/** Counts errors by kind, most frequent first. */
const countChainErrors = async (db: Db): Promise<{ kind: string; count: number; newest: number }[]> => {
  const { rows } = await sql<{ kind: string; count: bigint; newest: Date }>`
    select content->>'kind' as kind, count(*) as count, max(created_at) as newest from chain_report
    where kind = 'ERROR' group by 1 order by 2 desc, 1 limit ${kindsShown}
  `.execute(db);
  return rows.map(({ kind, count, newest }) => ({ kind, count: Number(count), newest: secondsOf(newest) }));
};
