import { sql, type Kysely } from "kysely";

/** Sources of verified contracts, beside their ABI. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table rollup_abi
      add column match text check (match in ('exact', 'partial')),
      add column source jsonb;
    comment on column rollup_abi.match is 'Null unless the contract was verified.';
    comment on column rollup_abi.source is 'Of a verified contract: { contract, compiler, settings, files }.';
  `.execute(db);
};
