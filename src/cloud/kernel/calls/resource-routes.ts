/** Typed routes of a resource's verbs and actions: exactly one handler per declared call. */
import type * as z from "zod/mini";
import type {
  ActionReply,
  ActionsOf,
  CallLine,
  FormShape,
  PathParams,
  Resource,
  Row,
  Verb,
} from "../../../../resources/declare/define.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { routeOf, type Caller, type Context, type Handler, type Route } from "./route.ts";

type Listed = { page: number; size: number; keyword?: string };
type Filters<R extends Resource> = Partial<Record<NonNullable<NonNullable<R["list"]>["filters"]>[number], string>>;
type Input<R extends Resource, V extends "create" | "edit"> = z.output<
  z.ZodMiniObject<FormShape<R, V, R["schema"]["shape"]>>
>;

type ReplyOf<R extends Resource, V extends Verb> = V extends keyof R["replies"]
  ? R["replies"][V] extends z.ZodMiniType
    ? z.input<R["replies"][V]>
    : never
  : V extends "list"
    ? ListReply<R, R["list"]>
    : V extends "delete"
      ? null
      : Row<R>;

type ListReply<R extends Resource, L> = L extends { readonly items: "" }
  ? Row<R>[]
  : Record<L extends { readonly items: infer K extends string } ? K : "items", Row<R>[]> &
      (L extends { readonly whole: true }
        ? object
        : Record<L extends { readonly total: infer K extends string } ? K : "total", number>);

type Base<L> = Pick<Context, "by" | "headers" | "ip" | "origin" | "afterCommit" | "logged"> & {
  readonly caller: Caller;
  readonly params: PathParams<L>;
};
type Reading<L> = Base<L> & { readonly db: Db };
type Writing<L> = Base<L> & { readonly db: Trx };

type ContextOf<R extends Resource, V extends Verb, L = R["calls"][V]> = V extends "list"
  ? Reading<L> & {
      readonly query: Listed &
        Filters<R> &
        (R["listQuery"] extends z.ZodMiniObject ? z.output<R["listQuery"]> : object);
    }
  : V extends "show"
    ? Reading<L>
    : V extends "create" | "edit"
      ? Writing<L> & { readonly body: Input<R, V> }
      : Writing<L>;

type CallOf<A> = A extends { readonly call: infer L } ? L : CallLine;
type BodyOf<A> = A extends { readonly body: infer B extends z.ZodMiniType } ? { readonly body: z.output<B> } : object;

export type VerbHandlers<R extends Resource> = {
  [V in keyof R["calls"] & Verb]: (context: ContextOf<R, V>) => Promise<ReplyOf<R, V>>;
};
export type ActionHandlers<R extends Resource> = {
  [A in keyof ActionsOf<R>]: (
    context: Writing<CallOf<ActionsOf<R>[A]>> & BodyOf<ActionsOf<R>[A]>,
  ) => Promise<z.input<ActionReply<R, ActionsOf<R>[A]>>>;
};
type ActionArguments<R extends Resource> = keyof ActionsOf<R> extends never ? [] : [actions: ActionHandlers<R>];

/** `resourceRoutes(deployments, { list, show }, { redeploy, cancel })`: a handler for each declared call. */
export const resourceRoutes = <R extends Resource>(
  resource: R,
  verbs: VerbHandlers<R>,
  ...[actions]: ActionArguments<R>
): Route[] => routesOf(resource, { ...verbs, ...actions });

/** Routes by the handlers' names, which the caller has checked. */
export const routesOf = (resource: Resource, handlers: Readonly<Record<string, unknown>>): Route[] => {
  const actionCalls = Object.entries(resource.actions ?? {}).map(([name, { call }]) => [name, call] as const);
  const calls: (readonly [string, CallLine])[] = [...Object.entries(resource.calls), ...actionCalls];
  return calls.map(([name, call]) => routeOf(call, handlers[name] as Handler));
};
