/** Changes by two members at once: keeps both if they are of different fields. */
import type { IncomingHttpHeaders } from "node:http";
import { sql } from "kysely";
import { basedOnHeader, fingerprintOf, fingerprintsIn, isObject } from "../../../../resources/declare/based-on.ts";
import type { CallSpec } from "../../../../resources/declare/define.ts";
import type { Db } from "../../engines/database/database.ts";
import { AppError } from "../app-error.ts";
import type { Context, Route } from "./route.ts";
import { validate } from "./validate.ts";

/** The call that returns a changing call's present values, with its handler. */
export interface Present {
  readonly spec: CallSpec;
  readonly route: Route;
}

type Body = Record<string, unknown>;

/**
 * Puts what others changed meanwhile into the body of a change with the header `Based-On`. Within a transaction, others
 * that change the same wait. Throws CHANGED_MEANWHILE, with both values by field, where both changed one.
 */
export const keepOthersChanges = async (
  { spec, route }: Present,
  context: Omit<Context, "db">,
  headers: IncomingHttpHeaders,
  db: Db,
): Promise<void> => {
  const header = headers[basedOnHeader];
  const before = typeof header === "string" && header !== "" ? fingerprintsIn(header) : undefined;
  if (!before || !isObject(context.body)) return;
  if (db.isTransaction) {
    const lock = [spec.call, context.caller?.teamId, JSON.stringify(context.params)].join("\n");
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 1))`.execute(db);
  }
  const query = spec.query && validate(spec.query, {});
  const reply = spec.reply.parse(await route.handler({ ...context, query, body: undefined, db } as never));
  const present = recordIn(reply, context.params);
  const body = context.body as Body;
  const changed: Record<string, { yours: unknown; theirs: unknown }> = {};
  for (const [name, seen] of before) {
    const path = name.split(".");
    const [yours, theirs] = [valueAt(body, path), valueAt(present, path)];
    const now = fingerprintOf(theirs);
    if (now === seen) continue;
    if (fingerprintOf(yours) === seen) put(body, path, theirs ?? emptyLike(yours));
    else if (fingerprintOf(yours) !== now) changed[name] = { yours: yours ?? null, theirs: theirs ?? null };
  }
  if (Object.keys(changed).length > 0) throw new AppError("CHANGED_MEANWHILE", { data: { changed } });
};

/** A list holds the record that the path names. */
const recordIn = (reply: unknown, params: Readonly<Record<string, string>>): unknown =>
  Array.isArray(reply)
    ? reply.find((row: Body) => Object.entries(params).every(([name, value]) => String(row[name]) === value))
    : reply;

const valueAt = (from: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return from;
  return isObject(from) && Object.hasOwn(from, name) ? valueAt(from[name], rest) : undefined;
};

const put = (into: Body, [name, ...rest]: readonly string[], value: unknown): void => {
  if (rest.length === 0) into[name!] = value;
  else if (isObject(into[name!])) put(into[name!] as Body, rest, value);
};

const emptyLike = (value: unknown): unknown => {
  if (typeof value === "string") return "";
  return Array.isArray(value) ? [] : value === undefined ? undefined : null;
};
