/** Parts of the queries behind lists. */
import type { SelectQueryBuilder } from "kysely";

export interface PageQuery {
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

type Query<DB, Tables extends keyof DB, Row> = SelectQueryBuilder<DB, Tables, Row>;

/** The rows of one page: `query.$call(onPage({ page, size }))`. */
export const onPage =
  ({ page, size }: PageQuery) =>
  <DB, Tables extends keyof DB, Row>(query: Query<DB, Tables, Row>): Query<DB, Tables, Row> =>
    query.limit(size).offset((page - 1) * size);

/** How many rows a query without pages finds. */
export const countOf = async (matching: Query<never, never, object>): Promise<number> => {
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
};

/** A word in a pattern of `like`, standing for itself alone. */
export const literally = (word: string): string => word.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The pattern of `like` for texts that contain a word. */
export const containing = (word: string): string => `%${literally(word)}%`;
