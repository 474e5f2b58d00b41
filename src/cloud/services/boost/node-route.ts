import type * as z from "zod/mini";
import type { CallSpec } from "../../../../resources/define.ts";
import { route, type Caller, type Context, type Route } from "../route.ts";

/** Who calls with a node's token. */
export type NodeCaller = Caller & { readonly nodeId: string };
type NodeContext<C extends CallSpec> = Omit<Context<C>, "caller"> & { readonly caller: NodeCaller };

/** Answers a call declared with `can: "node"`: the http layer lets nobody else in. */
export const nodeRoute = <C extends CallSpec>(
  spec: C,
  handler: (context: NodeContext<C>) => Promise<z.input<C["reply"]>>,
): Route => route(spec, (context) => handler(context as unknown as NodeContext<C>));
