import type { CallLine } from "../../../resources/declare/define.ts";
import type { Route } from "../../../src/cloud/kernel/calls/route.ts";

/** Answers a call with routes that are created after their server. */
export const lateRoute = (call: CallLine, routes: () => readonly Route[]): Route => {
  const find = (): Route => routes().find((route) => route.call === call)!;
  return {
    call,
    prepare: async (context) => find().prepare?.(context),
    handler: (context, prepared) => find().handler(context, prepared),
  };
};
