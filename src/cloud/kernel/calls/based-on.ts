/** Changes by two members at once: keeps both if they are of different fields. */
import type { IncomingHttpHeaders } from "node:http";
import type * as z from "zod/mini";
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
 * Puts what others changed meanwhile into the body of a change with the header `Based-On`, before its transaction: reading
 * may need another connection. Throws CHANGED_MEANWHILE, with both values by field, where both changed one.
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
  const query = spec.query && validate(spec.query, {});
  const reply = spec.reply.parse(await route.handler({ ...context, query, body: undefined, db } as never));
  const present = recordIn(reply, context.params, Object.keys(context.body));
  if (!present) return;
  const body = context.body as Body;
  const changed: Record<string, { yours: unknown; theirs: unknown }> = {};
  const known = fieldsOf(spec.reply);
  for (const [name, seen] of before) {
    const path = name.split(".");
    // What the reply doesn't show can't be compared.
    if (!known.has(path[0]!)) continue;
    const [yours, theirs] = [valueAt(body, path), valueAt(present, path)];
    const now = fingerprintOf(theirs);
    if (now === seen) continue;
    if (fingerprintOf(yours) === seen) put(body, path, theirs ?? emptyLike(yours));
    else if (fingerprintOf(yours) !== now) changed[name] = { yours: yours ?? null, theirs: theirs ?? null };
  }
  if (Object.keys(changed).length > 0) throw new AppError("CHANGED_MEANWHILE", { data: { changed } });
};

/**
 * Returns the record in a reply: the reply, the row of a list that the path names, or the object with these fields beside
 * others. Undefined if there is none yet.
 */
const recordIn = (
  reply: unknown,
  params: Readonly<Record<string, string>>,
  fields: readonly string[],
): object | undefined => {
  if (Array.isArray(reply))
    return reply.find((row: Body) => Object.entries(params).every(([name, value]) => String(row[name]) === value));
  if (!isObject(reply) || fields.some((name) => name in reply)) return isObject(reply) ? reply : undefined;
  return Object.values(reply)
    .filter(isObject)
    .find((part) => fields.some((name) => name in part));
};

interface Definition {
  readonly element?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
}

/** Returns the names of the fields of a reply: of an object and those in it, or of a list's rows. */
export const fieldsOf = (reply: z.ZodMiniType, depth = 2): ReadonlySet<string> => {
  const { element, innerType, shape = {} } = reply._zod.def as Definition;
  const inside = element ?? innerType;
  if (inside) return fieldsOf(inside, depth);
  if (depth === 0) return new Set();
  return new Set(Object.entries(shape).flatMap(([name, part]) => [name, ...fieldsOf(part, depth - 1)]));
};

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
