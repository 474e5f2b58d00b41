/** Routes of a resource over one table: everything resources have in common; `rules` add what is special about one. */
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type Updateable } from "kysely";
import { formOf, isFull, type FormKeys, type Resource, type Row } from "../../../../resources/declare/define.ts";
import { AppError } from "../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf, Tables } from "../../engines/database/tables.ts";
import { containing, countOf, onPage } from "./list-query.ts";
import { routesOf, type ActionHandlers, type VerbHandlers } from "./resource-routes.ts";
import type { Caller, Context, Route } from "./route.ts";
import { presentRow, snakeCase, type SnakeCase } from "./present.ts";
import { isUuid, uuidOf } from "../uuid.ts";

type Stored = Readonly<Record<string, unknown>>;
type Rows = SelectQueryBuilder<Loose, string, Stored>;

/** Required fields that the table has no column for. */
type Missing<R extends Resource, T extends keyof Tables> = {
  [K in keyof Row<R> & string]: SnakeCase<K> extends keyof Tables[T] ? never : undefined extends Row<R>[K] ? never : K;
}[keyof Row<R> & string];

type Change = Pick<Context, "afterCommit" | "logged"> & { readonly db: Trx; readonly caller: Caller };
/** Tables whose rows belong to a team. */
type Owned = { [P in keyof Tables]: Tables[P] extends { readonly team_id: unknown } ? P : never }[keyof Tables];
/** The team's record to which the records belong, such as the project of its deploy hooks. */
type Parent<T extends keyof Tables> = {
  readonly [P in Owned]: {
    readonly table: P;
    /** The records' column with its ID. */
    readonly column: keyof Tables[T] & string;
    /** The placeholder of the path with its ID. A path without it covers the records of all of the team's. */
    readonly param: string;
    /** Its column that the operation log adds to the target: "CMS of shop". */
    readonly name?: keyof Tables[P] & string;
    /** Validates it before a record is created. */
    readonly check?: (row: RowOf<P>) => void;
  };
}[Owned];
/** The list call's own parameters. */
type OwnQuery<R extends Resource> = R["listQuery"] extends z.ZodMiniObject ? z.output<R["listQuery"]> : object;
type Body<R extends Resource> = Pick<Row<R>, (FormKeys<R["create"]> | FormKeys<R["edit"]>) & keyof Row<R>>;
type Later<V> = V | Promise<V>;

interface Rules<R extends Resource, T extends keyof Tables> {
  /** The team's column, or `null` for a table of the whole instance. Default: "team_id". */
  readonly team?: (keyof Tables[T] & string) | null;
  /** Limits the resource to records below the one in the path. With a parent, `limit` counts its records. */
  readonly parent?: Parent<T>;
  /** Limits the resource to some of the table's rows. */
  readonly where?: (rows: Rows) => Rows;
  /** SQL of fields that are no column of that name, such as a state or a count. Lists can search, filter and sort by them. */
  readonly columns?: { readonly [K in keyof Row<R>]?: RawBuilder<unknown> };
  /** Fields that TypeScript computes from a row with its `columns`; `undefined` leaves one out. */
  readonly present?: (row: RowOf<T> & Stored) => { readonly [K in keyof Row<R>]?: Row<R>[K] | undefined };
  /** Reads fields of all records of a reply at once; returns those of one. */
  readonly load?: (
    rows: readonly (RowOf<T> & Stored)[],
    context: Pick<Reading, "db" | "caller">,
  ) => Promise<(row: RowOf<T> & Stored) => { readonly [K in keyof Row<R>]?: Row<R>[K] }>;
  /** Applies the list call's own parameters (`listQuery`). Default: each is the value of a field. */
  readonly filter?: (rows: Rows, query: OwnQuery<R>) => Rows;
  /** The field by which lists are sorted, highest first. Default: "createdAt", in the list or not. */
  readonly sort?: keyof Row<R> & string;
  /** Lists are sorted lowest first. */
  readonly ascending?: true;
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
/** Fields without a column in the table need `columns`, `present` or `load`. */
type Computed<R extends Resource, T extends keyof Tables> = [Missing<R, T>] extends [never]
  ? object
  : | { readonly columns: Readonly<Record<Missing<R, T>, RawBuilder<unknown>>> }
    | { readonly present: NonNullable<Rules<R, T>["present"]> }
    | { readonly load: NonNullable<Rules<R, T>["load"]> };
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
type Listing = Reading & { readonly query: { page: number; size: number; keyword?: string; sort?: string } };
type Acting = Change & { readonly params: object };
type Writing = Acting & { readonly body: object };

/**
 * Routes for all calls of a resource: `tableRoutes(bookmarks, "bookmark")`. Records are scoped to the caller's team, or to a record of the
 * team, searched, filtered, sorted and paged; times travel as Unix seconds, and empty values are left out. Throws NOT_FOUND, also for
 * another team's id, and LIMIT_REACHED.
 */
export const tableRoutes = <R extends Resource, T extends keyof Tables>(
  resource: R,
  tableName: T,
  ...[rules]: object extends AllRules<R, T> ? [rules?: AllRules<R, T>] : [rules: AllRules<R, T>]
): Route[] => {
  const ownRules: Rules<R, T> & { readonly actions?: (common: Common<R, T>) => object } = rules ?? {};
  const table: string = tableName;
  const { team = "team_id", where, before, beforeDelete, after, load, filter, ascending } = ownRules;
  const parent: (Omit<Parent<T>, "check"> & { readonly check?: (row: never) => void }) | undefined = ownRules.parent;
  const columns = new Map(Object.entries(ownRules.columns ?? {}) as [string, RawBuilder<unknown>][]);
  const { fields, list, key = "id", schema }: Resource = resource;
  const sort = ownRules.sort ?? "createdAt";
  const listTarget = list?.link ?? Object.keys(list?.columns ?? {})[0] ?? key;
  const expressionOf = (name: string) => columns.get(name) ?? sql.ref(`${table}.${snakeCase(name)}`);

  /** The team's records that can be the parent: the one in the path, if there is one. Throws NOT_FOUND for text that is no ID. */
  const parents = (
    db: Db,
    { teamId }: Caller,
    { table: parentTable, param }: { table: string; param: string },
    params: object,
  ): Rows => {
    const own: Rows = loose(db).selectFrom(parentTable).where("team_id", "=", teamId);
    const id = (params as Readonly<Record<string, string>>)[param];
    return id === undefined ? own : own.where("id", "=", uuidOf(id));
  };
  /** Returns the record in the path that the records belong to; undefined without one. Throws NOT_FOUND. */
  const findParent = async (db: Db, caller: Caller, params: object, isLocked = false): Promise<Stored | undefined> => {
    if (!parent || !(parent.param in params)) return undefined;
    const row = await parents(db, caller, parent, params)
      .selectAll()
      .$if(isLocked, (rows) => rows.forNoKeyUpdate())
      .executeTakeFirst();
    if (!row) throw new AppError("NOT_FOUND");
    return row;
  };
  const scoped = (db: Db, caller: Caller, params: object): Rows => {
    const rows: Rows = loose(db).selectFrom(table);
    const ofTeam = team === null ? rows : rows.where(sql.ref(`${table}.${team}`), "=", caller.teamId);
    const own = parent
      ? ofTeam.where(sql.ref(`${table}.${parent.column}`), "in", parents(db, caller, parent, params).select("id"))
      : ofTeam;
    return where ? where(own) : own;
  };
  const withColumns = (rows: Rows) =>
    rows.selectAll(table).select([...columns].map(([name, value]) => value.as(snakeCase(name))));
  const present = (row: Stored) =>
    ({ ...presentRow(schema, row, ""), ...ownRules.present?.(row as RowOf<T> & Stored) }) as Row<R>;
  const presentAll = async (
    context: Pick<Reading, "db" | "caller">,
    rows: readonly (RowOf<T> & Stored)[],
  ): Promise<Row<R>[]> => {
    const loaded = rows.length > 0 ? await load?.(rows, context) : undefined;
    return rows.map((row) => ({ ...present(row), ...loaded?.(row) }));
  };
  const presentOne = async (context: Pick<Reading, "db" | "caller">, row: RowOf<T> & Stored): Promise<Row<R>> =>
    (await presentAll(context, [row]))[0]!;
  const find = async (rows: Rows, id: string): Promise<RowOf<T> & Stored> => {
    const matching = withColumns(rows).where(expressionOf(key), "=", id);
    const row = key === "id" && !isUuid(id) ? undefined : await matching.executeTakeFirst();
    if (!row) throw new AppError("NOT_FOUND");
    return row as RowOf<T> & Stored;
  };
  const named = async (
    { db, caller, params, logged }: Acting,
    row: Stored,
    name: string | null | undefined,
  ): Promise<void> => {
    const target = name && (present(row) as Stored)[name];
    if (typeof target !== "string") return;
    const above = parent?.name && (await findParent(db, caller, params))?.[parent.name];
    logged({ target: typeof above === "string" ? `${target} of ${above}` : target });
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
    const values = Object.entries(await columnsFor(await find(scoped(db, caller, change.params).forUpdate(table), id)));
    const set = Object.fromEntries(values.filter(([, value]) => value !== undefined));
    const updating = loose(db).updateTable(table).set(set).where(expressionOf(key), "=", id);
    if (Object.keys(set).length > 0) await updating.execute();
    const row = await find(scoped(db, caller, change.params), id);
    await named(change, row, ownRules.target);
    await after?.(change, row);
    return presentOne({ db, caller }, row);
  };

  const common: Common<R, T> = {
    list: async ({ db, caller, params, query }) => {
      await findParent(db, caller, params);
      const {
        page,
        size,
        keyword,
        sort: chosen,
        ...filters
      } = query as Listing["query"] & Readonly<Record<string, unknown>>;
      const matching = scoped(db, caller, params)
        .$if(Boolean(keyword && list?.search), (rows) =>
          rows.where((eb) =>
            eb.or([list!.search!].flat().map((name) => eb(expressionOf(name), "ilike", containing(keyword!)))),
          ),
        )
        .where((eb) =>
          eb.and(
            (filter ? (list?.filters ?? []) : Object.keys(filters)).flatMap((name) =>
              filters[name] ? [eb(expressionOf(name), "=", filters[name])] : [],
            ),
          ),
        )
        .$if(filter !== undefined, (rows) => filter!(rows, query as never));
      const [rows, total] = await Promise.all([
        withColumns(matching)
          .$if(chosen !== undefined, (all) =>
            all.orderBy(expressionOf(chosen!.replace("-", "")), (order) =>
              (chosen!.startsWith("-") ? order.desc() : order.asc()).nullsLast(),
            ),
          )
          .orderBy(expressionOf(sort), ascending ? "asc" : "desc")
          .orderBy(expressionOf(key))
          .$if(!list?.whole, onPage({ page, size }))
          .execute(),
        list?.whole ? 0 : countOf(matching),
      ]);
      return { items: await presentAll({ db, caller }, rows as (RowOf<T> & Stored)[]), total };
    },
    show: async ({ db, caller, params }) =>
      presentOne({ db, caller }, await find(scoped(db, caller, params), idIn(params))),
    create: async ({ body, ...change }, further) => {
      const { db, caller, params } = change;
      const isLimited = list?.limit !== undefined;
      const above = await findParent(db, caller, params, isLimited);
      if (above) parent?.check?.(above as never);
      if (isLimited) {
        // Two parallel requests would otherwise both count one less than the limit.
        if (team !== null && !above)
          await db.selectFrom("team").select("id").where("id", "=", caller.teamId).forNoKeyUpdate().execute();
        if (isFull(resource, await countOf(scoped(db, caller, params)))) throw new AppError("LIMIT_REACHED");
      }
      const id = randomUUID();
      const special = await before?.(body as Body<R>, { ...change, id });
      await loose(db)
        .insertInto(table)
        .values({
          id,
          ...(team !== null && { [team]: caller.teamId }),
          ...(parent && above && { [parent.column]: above["id"] }),
          ...columnsOf({ ...body }),
          ...special,
          ...further,
        })
        .execute();
      const row = await find(scoped(db, caller, params), id);
      if (ownRules.target && ownRules.target in body) await named(change, row, ownRules.target);
      await after?.(change, row);
      return presentOne({ db, caller }, row);
    },
    edit: ({ body, ...change }) =>
      update(change, async (row) => ({
        ...columnsOf(Object.fromEntries(formOf(resource, "edit").fields.map((name) => [name, undefined]))),
        ...columnsOf({ ...body }),
        ...(await before?.(body as Body<R>, { ...change, id: idIn(change.params) }, row)),
      })),
    change: update,
    delete: async (change) => {
      const { db, caller, params } = change;
      const id = idIn(params);
      const row = await find(scoped(db, caller, params).forUpdate(table), id);
      await beforeDelete?.(row, change);
      await named(change, row, ownRules.target === undefined ? listTarget : ownRules.target);
      await loose(db).deleteFrom(table).where(expressionOf(key), "=", id).execute();
      await after?.(change, row);
      return null;
    },
  };
  const shaped = async (context: Listing) => {
    const { items, total } = await common.list(context);
    return list?.items === ""
      ? items
      : { [list?.items ?? "items"]: items, ...(!list?.whole && { [list?.total ?? "total"]: total }) };
  };
  const handlers = { ...common, list: shaped, ...ownRules.verbs?.(common) };
  return routesOf(resource, { ...handlers, ...ownRules.actions?.(common) });
};

/** Kysely without table types: the declaration names the columns, and the types above check them against the table. */
// eslint-disable-next-line typescript/no-explicit-any
type Loose = any;
const loose = (db: Kysely<Loose>): Kysely<Loose> => db;

const idIn = (params: object): string => String(Object.values(params).at(-1));
