import type { CallLine } from "../../resources/define.ts";
import type { Route } from "../../src/cloud/services/route.ts";

/** Answers a call by routes that are created after the server they are given to. */
export const lateRoute = (call: CallLine, routes: () => readonly Route[]): Route => {
  const find = (): Route => routes().find((route) => route.call === call)!;
  return {
    call,
    prepare: async (context) => find().prepare?.(context),
    handler: (context, prepared) => find().handler(context, prepared),
  };
};
