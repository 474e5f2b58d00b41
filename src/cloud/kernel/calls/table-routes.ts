/** Routes of a resource over one table: everything resources have in common; `rules` add what is special about one. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type Updateable } from "kysely";
import { formOf, type FormKeys, type Resource, type Row } from "../../../../resources/declare/define.ts";
import { AppError } from "../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf, Tables } from "../../engines/database/tables.ts";
import { containing, countOf, onPage } from "./list-query.ts";
import { routesOf, type ActionHandlers, type VerbHandlers } from "./resource-routes.ts";
import type { Caller, Context, Route } from "./route.ts";
import { presentRow, snakeCase, type SnakeCase } from "./present.ts";
import { isUuid } from "../uuid.ts";

type Stored = Readonly<Record<string, unknown>>;
type Rows = SelectQueryBuilder<Loose, string, Stored>;

/** Required fields that the table has no column for. */
type Missing<R extends Resource, T extends keyof Tables> = {
  [K in keyof Row<R> & string]: SnakeCase<K> extends keyof Tables[T] ? never : undefined extends Row<R>[K] ? never : K;
}[keyof Row<R> & string];

type Change = Pick<Context, "afterCommit" | "logged"> & { readonly db: Trx; readonly caller: Caller };
type Body<R extends Resource> = Pick<Row<R>, (FormKeys<R["create"]> | FormKeys<R["edit"]>) & keyof Row<R>>;
type Later<V> = V | Promise<V>;

interface Rules<R extends Resource, T extends keyof Tables> {
  /** The team's column, or `null` for a table of the whole instance. Default: "team_id". */
  readonly team?: (keyof Tables[T] & string) | null;
  /** Limits the resource to some of the table's rows. */
  readonly where?: (rows: Rows) => Rows;
  /** SQL of fields that are no column of that name, such as a state or a count. Lists can search, filter and sort by them. */
  readonly columns?: { readonly [K in keyof Row<R>]?: RawBuilder<unknown> };
  /** Fields that TypeScript computes from a row with its `columns`; `undefined` leaves one out. */
  readonly present?: (row: RowOf<T> & Stored) => { readonly [K in keyof Row<R>]?: Row<R>[K] | undefined };
  /** The field by which lists are sorted, highest first. Default: "createdAt". */
  readonly sort?: keyof Row<R> & string;
  /** Maximum number of records, if the declaration doesn't show one. */
  readonly limit?: number;
  /** The field that names a record in the operation log; `null` for none. Default, when deleted: the list's first column. */
  readonly target?: (keyof Row<R> & string) | null;
  /** Validates the body, and returns columns to store in addition to those of its fields. `row`: the stored one, before an edit. */
  readonly before?: (
    body: Body<R>,
    change: Change & { readonly id: string },
    row?: RowOf<T>,
  ) => Later<Updateable<Tables[T]>>;
  /** Validates a deletion. */
  readonly beforeDelete?: (row: RowOf<T>, change: Change) => Later<void>;
  /** Runs in the transaction after each change. */
  readonly after?: (change: Change, row: RowOf<T>) => Later<void>;
  /** Handlers that replace or extend the common ones. */
  readonly verbs?: (common: Common<R, T>) => Partial<VerbHandlers<R>>;
}
/** Fields without a column in the table need `columns` or `present`. */
type Computed<R extends Resource, T extends keyof Tables> = [Missing<R, T>] extends [never]
  ? object
  : | { readonly columns: Readonly<Record<Missing<R, T>, RawBuilder<unknown>>> }
    | { readonly present: NonNullable<Rules<R, T>["present"]> };
type Actions<R extends Resource, T extends keyof Tables> = R extends { readonly actions: object }
  ? { readonly actions: (common: Common<R, T>) => ActionHandlers<R> }
  : { readonly actions?: undefined };
export type AllRules<R extends Resource, T extends keyof Tables> = Rules<R, T> & Computed<R, T> & Actions<R, T>;

/** The common handlers. */
interface Common<R extends Resource, T extends keyof Tables> {
  list(context: Listing): Promise<{ items: Row<R>[]; total: number }>;
  show(context: Reading): Promise<Row<R>>;
  /** `columns`: further ones to store, such as the hash of a secret in the reply. */
  create(context: Writing, columns?: Updateable<Tables[T]>): Promise<Row<R>>;
  edit(context: Writing): Promise<Row<R>>;
  delete(context: Acting): Promise<null>;
  /** Stores the columns that `update` returns for the record in the path, which is locked. Returns the record. */
  change(context: Acting, update: (row: RowOf<T>) => Later<Updateable<Tables[T]>>): Promise<Row<R>>;
}
type Reading = { readonly db: Db; readonly caller: Caller; readonly params: object };
type Listing = Reading & { readonly query: { page: number; size: number; keyword?: string } };
type Acting = Change & { readonly params: object };
type Writing = Acting & { readonly body: object };

/**
 * Routes for all calls of a resource: `tableRoutes(bookmarks, "bookmark")`. Records are scoped to the caller's team, searched, filtered,
 * sorted and paged; times travel as Unix seconds, and empty values are left out. Throws NOT_FOUND, also for another team's id, and
 * LIMIT_REACHED.
 */
export const tableRoutes = <R extends Resource, T extends keyof Tables>(
  resource: R,
  tableName: T,
  ...[rules]: object extends AllRules<R, T> ? [rules?: AllRules<R, T>] : [rules: AllRules<R, T>]
): Route[] => {
  const ownRules: Rules<R, T> & { readonly actions?: (common: Common<R, T>) => object } = rules ?? {};
  const table: string = tableName;
  const { team = "team_id", where, before, beforeDelete, after } = ownRules;
  const columns = new Map(Object.entries(ownRules.columns ?? {}) as [string, RawBuilder<unknown>][]);
  const { fields, list, key = "id", schema }: Resource = resource;
  const limit = list?.limit ?? ownRules.limit;
  const sort = ownRules.sort ?? ("createdAt" in fields ? "createdAt" : key);
  const listTarget = list?.link ?? Object.keys(list?.columns ?? {})[0] ?? key;
  const expressionOf = (name: string) => columns.get(name) ?? sql.ref(`${table}.${snakeCase(name)}`);

  const scoped = (db: Db, { teamId }: Caller): Rows => {
    const rows: Rows = loose(db).selectFrom(table);
    const own = team === null ? rows : rows.where(sql.ref(`${table}.${team}`), "=", teamId);
    return where ? where(own) : own;
  };
  const withColumns = (rows: Rows) =>
    rows.selectAll(table).select([...columns].map(([name, value]) => value.as(snakeCase(name))));
  const present = (row: Stored) =>
    ({ ...presentRow(schema, row, ""), ...ownRules.present?.(row as RowOf<T> & Stored) }) as Row<R>;
  const find = async (rows: Rows, id: string): Promise<RowOf<T> & Stored> => {
    const matching = withColumns(rows).where(expressionOf(key), "=", id);
    const row = key === "id" && !isUuid(id) ? undefined : await matching.executeTakeFirst();
    if (!row) throw new AppError("NOT_FOUND");
    return row as RowOf<T> & Stored;
  };
  const named = ({ logged }: Change, row: Stored, name: string | null | undefined): void => {
    const target = name && (present(row) as Stored)[name];
    if (typeof target === "string") logged({ target });
  };
  /** Converts a body to columns. Optional fields that it omits are cleared. */
  const columnsOf = (values: Stored): Stored =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        if (columns.has(name)) return [];
        const isTime = fields[name]?.as === "date" && typeof value === "number";
        return [[snakeCase(name), isTime ? new Date(value * 1000) : (value ?? null)]];
      }),
    );
  const update = async (change: Acting, columnsFor: (row: RowOf<T> & Stored) => Later<Stored>): Promise<Row<R>> => {
    const { db, caller } = change;
    const id = idIn(change.params);
    const values = Object.entries(await columnsFor(await find(scoped(db, caller).forUpdate(table), id)));
    const set = Object.fromEntries(values.filter(([, value]) => value !== undefined));
    const updating = loose(db).updateTable(table).set(set).where(expressionOf(key), "=", id);
    if (Object.keys(set).length > 0) await updating.execute();
    const row = await find(scoped(db, caller), id);
    named(change, row, ownRules.target);
    await after?.(change, row);
    return present(row);
  };

  const common: Common<R, T> = {
    list: async ({ db, caller, query }) => {
      const { page, size, keyword, ...filters } = query;
      const matching = scoped(db, caller)
        .$if(Boolean(keyword && list?.search), (rows) =>
          rows.where((eb) =>
            eb.or([list!.search!].flat().map((name) => eb(expressionOf(name), "ilike", containing(keyword!)))),
          ),
        )
        .where((eb) =>
          eb.and(
            Object.entries(filters).flatMap(([name, value]) => (value ? [eb(expressionOf(name), "=", value)] : [])),
          ),
        );
      const [rows, total] = await Promise.all([
        withColumns(matching)
          .orderBy(expressionOf(sort), "desc")
          .orderBy(expressionOf(key))
          .$if(!list?.whole, onPage({ page, size }))
          .execute(),
        list?.whole ? 0 : countOf(matching),
      ]);
      return { items: rows.map(present), total };
    },
    show: async ({ db, caller, params }) => present(await find(scoped(db, caller), idIn(params))),
    create: async ({ body, ...change }, further) => {
      const { db, caller } = change;
      if (limit !== undefined) {
        // Two parallel requests would otherwise both count one less than the limit.
        if (team !== null)
          await db.selectFrom("team").select("id").where("id", "=", caller.teamId).forUpdate().execute();
        if ((await countOf(scoped(db, caller))) >= limit) throw new AppError("LIMIT_REACHED");
      }
      const id = randomUUID();
      const special = await before?.(body as Body<R>, { ...change, id });
      await loose(db)
        .insertInto(table)
        .values({
          id,
          ...(team !== null && { [team]: caller.teamId }),
          ...columnsOf({ ...body }),
          ...special,
          ...further,
        })
        .execute();
      const row = await find(scoped(db, caller), id);
      if (ownRules.target && ownRules.target in body) named(change, row, ownRules.target);
      await after?.(change, row);
      return present(row);
    },
    edit: ({ body, ...change }) =>
      update(change, async (row) => ({
        ...columnsOf(Object.fromEntries(formOf(resource, "edit").fields.map((name) => [name, undefined]))),
        ...columnsOf({ ...body }),
        ...(await before?.(body as Body<R>, { ...change, id: idIn(change.params) }, row)),
      })),
    change: update,
    delete: async (change) => {
      const { db, caller } = change;
      const id = idIn(change.params);
      const row = await find(scoped(db, caller).forUpdate(table), id);
      await beforeDelete?.(row, change);
      named(change, row, ownRules.target === undefined ? listTarget : ownRules.target);
      await loose(db).deleteFrom(table).where(expressionOf(key), "=", id).execute();
      await after?.(change, row);
      return null;
    },
  };
  const shaped = async (context: Listing) => {
    const { items, total } = await common.list(context);
    return list?.items === "" ? items : { [list?.items ?? "items"]: items, ...(!list?.whole && { total }) };
  };
  const handlers = { ...common, list: shaped, ...ownRules.verbs?.(common) };
  return routesOf(resource, { ...handlers, ...ownRules.actions?.(common) });
};

/** Kysely without table types: the declaration names the columns, and the types above check them against the table. */
// eslint-disable-next-line typescript/no-explicit-any
type Loose = any;
const loose = (db: Kysely<Loose>): Kysely<Loose> => db;

const idIn = (params: object): string => String(Object.values(params).at(-1));
