/** Flattens the registry into the list of every call the product makes, each with its schemas and its permission. */
import * as z from "zod/mini";
import type { DerivedAction } from "../account/operation-log/operation-actions.ts";
import { aliases, type Alias } from "./aliases.ts";
import {
  inputOf,
  nounOf,
  permissionOf,
  type ActionReply,
  type ActionsOf,
  type CallLine,
  type CallSpec,
  type Can,
  type FormShape,
  type Method,
  type Resource,
  type Verb,
} from "./define.ts";
import { pageSizeDefault, pageSizeMax } from "../limits.ts";

const pageSize = z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax));
const page = z._default(z.coerce.number().check(z.int(), z.gte(1)), 1);

/** Query of a resource's list call: page, size and sort unless the reply is whole, keyword, its filters and `listQuery`. */
export const queryOf = (resource: Resource): z.ZodMiniObject =>
  z.object({
    ...(!resource.list?.whole && { page, size: z._default(pageSize, resource.list?.size ?? pageSizeDefault) }),
    ...(!resource.list?.whole && resource.list?.sort && { sort: sortParam(resource.list.sort) }),
    keyword: z.optional(z.string()),
    ...Object.fromEntries((resource.list?.filters ?? []).map((key) => [key, z.optional(resource.fields[key]!.schema)])),
    ...resource.listQuery?.shape,
  });

/** A field's name, after "-" for the highest first. */
const sortParam = (names: readonly string[]) => z.optional(z.enum(names.flatMap((name) => [name, `-${name}`])));

const replyOf = (resource: Resource, verb: Verb): z.ZodMiniType =>
  resource.replies?.[verb] ??
  {
    list: listReply(resource),
    show: resource.schema,
    create: resource.schema,
    edit: resource.schema,
    delete: z.null(),
  }[verb];

const listReply = ({ list, schema }: Resource): z.ZodMiniType => {
  const rows = z.array(schema);
  if (list?.items === "") return rows;
  return z.object({ [list?.items ?? "items"]: rows, ...(!list?.whole && { [list?.total ?? "total"]: z.int() }) });
};

const summaries: Record<Verb, (noun: string) => string> = {
  list: (noun) => `List ${noun}s.`,
  show: (noun) => `Get ${withArticle(noun)}.`,
  create: (noun) => `Create ${withArticle(noun)}.`,
  edit: (noun) => `Edit ${withArticle(noun)}.`,
  delete: (noun) => `Delete ${withArticle(noun)}.`,
};

const withArticle = (noun: string): string => `${/^([aeiou]|RPC)/i.test(noun) ? "an" : "a"} ${noun}`;

/** Only operators can see operator resources, in any team. */
const canOf = (resource: Resource, can: Verb | readonly [Verb, string]): Can =>
  resource.operator ? "operator" : (permissionOf(resource, can) ?? "person");

const derivedAction = (resource: Resource, verb: "create" | "edit" | "delete"): DerivedAction | undefined => {
  const code = `${verb}_${nounOf(resource).replaceAll(/\W+/g, "_")}`.toUpperCase() as DerivedAction;
  return resource.access && `${resource.access}_${code}`;
};

/** The five verbs and the actions of a resource as calls. */
export const callsOf = (resource: Resource): CallSpec[] => [
  ...(Object.entries(resource.calls) as [Verb, CallLine][]).map(([verb, call]) => {
    const { can = verb, ...options } = resource.options?.[verb] ?? {};
    return {
      call,
      summary: summaries[verb](nounOf(resource)),
      can: canOf(resource, can),
      reply: replyOf(resource, verb),
      ...(verb === "list" && { query: queryOf(resource) }),
      ...((verb === "create" || verb === "edit") && { body: inputOf(resource, verb) }),
      ...(verb === "edit" && resource.calls.show && { reads: resource.calls.show }),
      ...(verb !== "list" && verb !== "show" && { log: resource.log?.[verb] ?? derivedAction(resource, verb) }),
      ...options,
    };
  }),
  ...Object.values(resource.actions ?? {}).map(({ reply = z.null(), ...action }) => ({
    summary: `${action.label} (${nounOf(resource)}).`,
    ...action,
    can: canOf(resource, action.can),
    reply: reply === "row" ? resource.schema : reply,
  })),
];

type ReplyOf<R extends Resource, V extends Verb> = R extends {
  readonly replies: Readonly<Record<V, infer S extends z.ZodMiniType>>;
}
  ? S
  : V extends "list"
    ? ListReply<R, R["list"]>
    : V extends "delete"
      ? z.ZodMiniNull
      : R["schema"];
type ListReply<R extends Resource, L> = L extends { readonly items: "" }
  ? z.ZodMiniArray<R["schema"]>
  : z.ZodMiniObject<
      Record<L extends { readonly items: infer K extends string } ? K : "items", z.ZodMiniArray<R["schema"]>> &
        (L extends { readonly whole: true } ? object : Record<TotalKey<L>, z.ZodMiniNumber>)
    >;
type TotalKey<L> = L extends { readonly total: infer K extends string } ? K : "total";
type BodyOf<R extends Resource, V extends Verb> = V extends "create" | "edit"
  ? z.ZodMiniObject<FormShape<R, V, R["schema"]["shape"]>>
  : z.ZodMiniType;

/** Returns the call of a resource's verb: `callOf(buckets, "list")`. */
export const callOf = <R extends Resource, const V extends keyof R["calls"] & Verb>(
  resource: R,
  verb: V,
): CallSpec<z.ZodMiniObject, BodyOf<R, V>, ReplyOf<R, V>, R["calls"][V] & CallLine> =>
  callsOf(resource).find(({ call }) => call === resource.calls[verb]) as CallSpec<
    z.ZodMiniObject,
    BodyOf<R, V>,
    ReplyOf<R, V>,
    R["calls"][V] & CallLine
  >;

type ActionBody<A> = A extends { readonly body: infer B extends z.ZodMiniType } ? B : z.ZodMiniType;
type ActionLine<A> = A extends { readonly call: infer L extends CallLine } ? L : CallLine;

/** Returns the call of a resource's action: `actionOf(rpcKeys, "reset")`. */
export const actionOf = <R extends Resource, const N extends keyof ActionsOf<R> & string, A = ActionsOf<R>[N]>(
  resource: R,
  name: N,
): CallSpec<z.ZodMiniType, ActionBody<A>, ActionReply<R, A>, ActionLine<A>> =>
  callsOf(resource).find(({ call }) => call === resource.actions?.[name]?.call) as CallSpec<
    z.ZodMiniType,
    ActionBody<A>,
    ActionReply<R, A>,
    ActionLine<A>
  >;

/** Returns all declared calls of resources and call files. Throws on duplicates. */
export const everyCall = (declared: { resources: readonly Resource[]; calls: readonly CallSpec[] }): CallSpec[] => {
  const all = [...declared.resources.flatMap(callsOf), ...declared.calls];
  const seen = new Set<string>();
  for (const { call } of all) {
    if (seen.has(call)) throw new Error(`"${call}" is declared twice.`);
    seen.add(call);
  }
  return all;
};

export interface Endpoint {
  readonly method: Method;
  readonly alias: Alias;
  /** Path below the alias's base, with {params}. */
  readonly path: string;
}

/** "GET $hosting/project/{id}" → { method: "GET", alias: "$hosting", path: "/project/{id}" }. */
export const parseCall = (call: CallLine): Endpoint => {
  const [, method, alias, path] = /^(\S+) (\$[\w-]+)(\/.*)$/.exec(call) ?? [];
  if (!method || !alias || !(alias in aliases)) throw new Error(`"${call}" is not a call of a known service.`);
  return { method: method as Method, alias: alias as Alias, path: path! };
};
