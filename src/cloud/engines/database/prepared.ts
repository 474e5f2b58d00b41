/** Prepared statements: each connection parses and plans them once. */
import { sql } from "kysely";
import type { PoolClient } from "pg";
import { namedByDriver } from "./unavailable.ts";

const mark = "/* prepared */";

/**
 * Marks a statement as prepared when put at its start, or at the front of a built query (`modifyFront`). For statements
 * with constant text that run hundreds of times per second and whose plan does not depend on their parameters: lookups
 * by key, unnested arrays. A connection never deallocates one.
 */
export const prepared = sql.raw(mark);

const names = new Map<string, string>();

/** Makes a connection prepare marked statements and classify its own errors. */
export const prepareMarked = (client: Pick<PoolClient, "query">): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const queryPrepared = (first: unknown, ...more: unknown[]): unknown => {
    const result =
      typeof first === "string" && (first.startsWith(mark) || first.startsWith(`select ${mark}`))
        ? query({ name: nameOf(first), text: first, values: more[0] }, ...more.slice(1))
        : query(first, ...more);
    return result instanceof Promise ? result.catch(rethrow) : result;
  };
  Object.assign(client, { query: queryPrepared });
};

const rethrow = (error: unknown): never => {
  throw namedByDriver(error);
};

/** Numbers the statements in order of first use. Their texts are constants of the program, so there are few. */
const nameOf = (text: string): string => {
  const name = names.get(text) ?? `prepared_${names.size}`;
  names.set(text, name);
  return name;
};
