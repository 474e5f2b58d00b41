import { sql } from "kysely";
import type { PinState } from "../../../../resources/bucket/pins.ts";
import type { Db } from "../../engines/database/database.ts";
import { containing, literally } from "../list-query.ts";
import type { PinRow } from "./rows.ts";

export const matches = ["exact", "iexact", "partial", "ipartial"] as const;
export type Match = (typeof matches)[number];

export interface PinFilter {
  /** CIDv1 in base32. */
  readonly roots?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly match?: Match | undefined;
  /** Matches the name or the CID. */
  readonly keyword?: string | undefined;
  readonly status?: readonly PinState[] | undefined;
  readonly before?: Date | undefined;
  readonly after?: Date | undefined;
  readonly meta?: Readonly<Record<string, string>> | undefined;
  readonly limit: number;
  readonly offset?: number;
}

/** Lists a team's pins, newest first, with the total number of matches. */
export const listPins = async (
  db: Db,
  teamId: string,
  filter: PinFilter,
): Promise<{ readonly rows: readonly PinRow[]; readonly total: number }> => {
  const { roots, name, match = "exact", keyword, status, before, after, meta, limit, offset = 0 } = filter;
  const matching = db
    .selectFrom("pin")
    .where("team_id", "=", teamId)
    .$if(roots !== undefined, (query) => query.where("root", "in", roots!))
    .$if(name !== undefined, (query) => query.where(nameMatches(name!, match)))
    .$if(keyword !== undefined && keyword !== "", (query) =>
      query.where((eb) => eb.or([eb("name", "ilike", containing(keyword!)), eb("cid", "ilike", containing(keyword!))])),
    )
    .$if(status !== undefined, (query) => query.where("status", "in", status!))
    .$if(before !== undefined, (query) => query.where("created_at", "<", before!))
    .$if(after !== undefined, (query) => query.where("created_at", ">", after!))
    .$if(meta !== undefined, (query) => query.where(sql<boolean>`meta @> ${JSON.stringify(meta)}::jsonb`));
  const rows = await matching.selectAll().orderBy("created_at", "desc").limit(limit).offset(offset).execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
};

const nameMatches = (name: string, match: Match) => {
  switch (match) {
    case "exact":
      return sql<boolean>`name = ${name}`;
    case "iexact":
      return sql<boolean>`name ilike ${literally(name)}`;
    case "partial":
      return sql<boolean>`name like ${containing(name)}`;
    case "ipartial":
      return sql<boolean>`name ilike ${containing(name)}`;
  }
};
