import type * as z from "zod/mini";
import type { CallSpec } from "../../../../resources/declare/define.ts";
import { routeOf, type Caller, type Context, type Route } from "../../kernel/calls/route.ts";

/** The caller, identified by a node token. */
export type NodeCaller = Caller & { readonly nodeId: string };
type NodeContext<C extends CallSpec> = Omit<Context<C>, "caller"> & { readonly caller: NodeCaller };

/** Answers a call declared with `can: "node"`; the http layer rejects other callers. */
export const nodeRoute = <C extends CallSpec>(
  spec: C,
  handler: (context: NodeContext<C>) => Promise<z.input<C["reply"]>>,
): Route => routeOf(spec.call, handler);
