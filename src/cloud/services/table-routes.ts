/** Routes of a resource over one table: everything resources have in common; `rules` add what is special about one. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from "kysely";
import { formOf, type Resource, type Row } from "../../../resources/define.ts";
import type { Field, Fields } from "../../../resources/fields.ts";
import { AppError } from "../app-error.ts";
import type { Db, Trx } from "../engines/database/database.ts";
import type { Tables } from "../engines/database/tables.ts";
import { containing, countOf, onPage } from "./list-query.ts";
import { resourceRoutes, type ActionHandlers, type VerbHandlers } from "./resource-routes.ts";
import type { Caller, Context, Route } from "./route.ts";
import { secondsOf } from "./seconds-of.ts";
import { isUuid } from "./uuid.ts";

type Stored = Readonly<Record<string, unknown>>;
// eslint-disable-next-line typescript/no-explicit-any
type Rows = SelectQueryBuilder<any, string, object>;

type SnakeCase<K extends string> = K extends `${infer Head}${infer Tail}`
  ? `${Head extends Uppercase<Head> ? (Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`) : Head}${SnakeCase<Tail>}`
  : "";

/** Required fields that the table has no column for. */
type Missing<R extends Resource, T extends keyof Tables> = {
  [K in keyof Row<R> & string]: SnakeCase<K> extends keyof Tables[T] ? never : undefined extends Row<R>[K] ? never : K;
}[keyof Row<R> & string];

type Change = Pick<Context, "afterCommit" | "logged"> & { readonly db: Trx; readonly caller: Caller };

interface Rules<R extends Resource, T extends keyof Tables> {
  /** The team's column, or `null` for a table of the whole instance. Default: "team_id". */
  readonly team?: (keyof Tables[T] & string) | null;
  /** Limits the resource to some of the table's rows. */
  readonly where?: (rows: Rows) => Rows;
  /** SQL of computed fields, such as a state or a count. Lists can filter and sort by them. */
  readonly columns?: { readonly [K in keyof Row<R>]?: RawBuilder<unknown> };
  /** Validates the body, and returns the values to store. `row`: the record before an edit. */
  readonly before?: (values: Stored, change: Change, row?: Row<R>) => Stored | Promise<Stored>;
  /** Runs in the transaction after each change. */
  readonly after?: (change: Change, row: Row<R>) => void | Promise<void>;
  /** Handlers that replace the common ones. */
  readonly verbs?: Partial<VerbHandlers<R>>;
}
/** `columns` is required for fields without a column in the table. */
type Computed<R extends Resource, T extends keyof Tables> = [Missing<R, T>] extends [never]
  ? object
  : { readonly columns: Readonly<Record<Missing<R, T>, RawBuilder<unknown>>> };
type Actions<R extends Resource> = R extends { readonly actions: object }
  ? { readonly actions: ActionHandlers<R> }
  : { readonly actions?: undefined };
type AllRules<R extends Resource, T extends keyof Tables> = Rules<R, T> & Computed<R, T> & Actions<R>;

/**
 * Routes for all calls of a resource: `tableRoutes(bookmarks, "bookmark")`. Records are scoped to the caller's team, searched, filtered,
 * sorted by creation and paged; times travel as Unix seconds, and empty values are left out. Throws NOT_FOUND, also for another team's id.
 */
export const tableRoutes = <R extends Resource, T extends keyof Tables>(
  resource: R,
  table: T,
  ...[rules]: object extends AllRules<R, T> ? [rules?: AllRules<R, T>] : [rules: AllRules<R, T>]
): Route[] => {
  const given: Partial<Rules<R, T>> & { readonly actions?: object } = rules ?? {};
  const { team = "team_id", where, before, after } = given;
  const computed = Object.entries((given.columns ?? {}) as Readonly<Record<string, RawBuilder<unknown>>>);
  const { fields, list, key = "id" }: Resource = resource;
  const expressions = new Map(computed);
  const expressionOf = (name: string) => expressions.get(name) ?? sql.ref(`${table}.${snakeCase(name)}`);

  const scoped = (db: Db, { teamId }: Caller): Rows => {
    const rows = untyped(db).selectFrom(table as string) as Rows;
    const own = team === null ? rows : rows.where(sql.ref(`${table}.${team}`), "=", teamId);
    return where ? where(own) : own;
  };
  const withColumns = (rows: Rows) =>
    rows.selectAll(table as string).select(computed.map(([name, value]) => value.as(snakeCase(name))));
  const present = (stored: object) => presentRow(fields, stored as Stored) as Row<R>;
  const find = async (db: Db, caller: Caller, id: string): Promise<Row<R>> => {
    const matching = withColumns(scoped(db, caller)).where(expressionOf(key), "=", id);
    const stored = key === "id" && !isUuid(id) ? undefined : await matching.executeTakeFirst();
    if (!stored) throw new AppError("NOT_FOUND");
    return present(stored);
  };

  const handlers = {
    list: async ({ db, caller, query: { page, size, keyword, ...query } }: Listing) => {
      const filters = (list?.filters ?? []).filter((name) => query[name] !== undefined);
      const matching = scoped(db, caller)
        .$if(Boolean(keyword && list?.search), (rows) =>
          rows.where((eb) =>
            eb.or([list!.search!].flat().map((name) => eb(expressionOf(name), "ilike", containing(keyword!)))),
          ),
        )
        .where((eb) => eb.and(filters.map((name) => eb(expressionOf(name), "=", query[name]))));
      const [rows, total] = await Promise.all([
        withColumns(matching)
          .orderBy(expressionOf("createdAt" in fields ? "createdAt" : key), "desc")
          .orderBy(expressionOf(key))
          .$if(!list?.whole, onPage({ page, size }))
          .execute(),
        list?.whole ? 0 : countOf(matching as never),
      ]);
      const items = rows.map(present);
      if (list?.items === "") return items;
      return { [list?.items ?? "items"]: items, ...(!list?.whole && { total }) };
    },
    show: ({ db, caller, params }: Reading) => find(db, caller, idIn(params)),
    create: async ({ body, ...change }: Writing) => {
      const { db, caller } = change;
      const id = randomUUID();
      const values = (await before?.(body, change)) ?? body;
      await untyped(db)
        .insertInto(table as string)
        .values({ id, ...(team !== null && { [team]: caller.teamId }), ...columnsOf(fields, values) })
        .execute();
      const row = await find(db, caller, id);
      await after?.(change, row);
      return row;
    },
    edit: async ({ body, params, ...change }: Writing) => {
      const { db, caller } = change;
      const id = idIn(params);
      const current = await find(db, caller, id);
      const cleared = Object.fromEntries(formOf(resource, "edit").fields.map((name) => [name, undefined]));
      const values = (await before?.(body, change, current)) ?? body;
      await untyped(db)
        .updateTable(table as string)
        .set(columnsOf(fields, { ...cleared, ...values }))
        .where(expressionOf(key), "=", id)
        .execute();
      const row = await find(db, caller, id);
      await after?.(change, row);
      return row;
    },
    delete: async ({ params, ...change }: Writing) => {
      const { db, caller } = change;
      const id = idIn(params);
      const row = await find(db, caller, id);
      const target = (row as Stored)[list?.link ?? Object.keys(list?.columns ?? {})[0] ?? key];
      if (typeof target === "string") change.logged({ target });
      await untyped(db)
        .deleteFrom(table as string)
        .where(expressionOf(key), "=", id)
        .execute();
      await after?.(change, row);
      return null;
    },
  };
  const common = Object.entries(handlers).filter(([verb]) => verb in resource.calls);
  // The call's schemas validate at run time what these handlers take and return for any resource.
  return (resourceRoutes as AnyResourceRoutes)(
    resource,
    { ...Object.fromEntries(common), ...given.verbs },
    given.actions,
  );
};

type AnyResourceRoutes = (resource: Resource, verbs: object, actions?: object) => Route[];
type Reading = { readonly db: Db; readonly caller: Caller; readonly params: object };
type Listing = Reading & {
  readonly query: { page: number; size: number; keyword?: string } & Readonly<Record<string, unknown>>;
};
type Writing = Change & { readonly body: Stored; readonly params: object };

/** Kysely without table types: the declaration names the columns, and the types above check them against the table. */
// eslint-disable-next-line typescript/no-explicit-any
const untyped = (db: Db): Kysely<any> => db as unknown as Kysely<any>;

const idIn = (params: object): string => Object.values(params).at(-1) as string;

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts a stored row: dates to Unix seconds, counts to numbers; omits nulls and optional empty texts. */
const presentRow = (fields: Fields, stored: Stored): Stored =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = stored[snakeCase(name)];
      if (value === null || value === undefined || (value === "" && isOptional(field))) return [];
      if (value instanceof Date) return [[name, secondsOf(value)]];
      return [[name, field.as === "count" || field.as === "bytes" ? Number(value) : value]];
    }),
  );

/** Converts a body to columns. Optional fields that it omits are cleared. */
const columnsOf = (fields: Fields, values: Stored): Stored =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      snakeCase(name),
      fields[name]?.as === "date" && typeof value === "number" ? new Date(value * 1000) : (value ?? null),
    ]),
  );

const isOptional = ({ schema }: Field): boolean => schema.safeParse(undefined).success;
