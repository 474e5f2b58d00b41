/** Statements that a connection parses and plans once, however often they are asked. */
import { sql } from "kysely";
import type { PoolClient } from "pg";
import { namedByDriver } from "./unavailable.ts";

const mark = "/* prepared */";

/**
 * Begins such a statement. For those that are asked hundreds of times a second, always in the same words, and whose plan is the same
 * whatever their parameters are: look-ups by key, arrays that are unnested. A connection never forgets one.
 */
export const prepared = sql.raw(mark);

const names = new Map<string, string>();

/** Has a connection prepare what is marked, and name its own errors. */
export const prepareMarked = (client: Pick<PoolClient, "query">): void => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const asked = (first: unknown, ...more: unknown[]): unknown => {
    const result =
      typeof first === "string" && first.startsWith(mark)
        ? query({ name: nameOf(first), text: first, values: more[0] }, ...more.slice(1))
        : query(first, ...more);
    return result instanceof Promise ? result.catch(rethrow) : result;
  };
  Object.assign(client, { query: asked });
};

const rethrow = (error: unknown): never => {
  throw namedByDriver(error);
};

/** By the order in which they come: the texts are those of the program, so there are few. */
const nameOf = (text: string): string => {
  const name = names.get(text) ?? `prepared_${names.size}`;
  names.set(text, name);
  return name;
};
