/** Query parts of lists. */
import type { SelectQueryBuilder } from "kysely";

export interface PageQuery {
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

type Query<DB, Tables extends keyof DB, Row> = SelectQueryBuilder<DB, Tables, Row>;

/** Limits a query to one page: `query.$call(onPage({ page, size }))`. */
export const onPage =
  ({ page, size }: PageQuery) =>
  <DB, Tables extends keyof DB, Row>(query: Query<DB, Tables, Row>): Query<DB, Tables, Row> =>
    query.limit(size).offset((page - 1) * size);

/** Returns the total number of rows. */
export const countOf = async (matching: Query<never, never, object>): Promise<number> => {
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
};

/** Escapes a word for a `like` pattern. */
export const literally = (keyword: string): string => keyword.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Returns the `like` pattern of texts that contain a word. */
export const containing = (keyword: string): string => `%${literally(keyword)}%`;
