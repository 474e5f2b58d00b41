import { teamCallsOf } from "./members.ts";
import { testWeb, type TestWeb } from "../server/web.ts";

/** A signed-in user. */
export type User = Awaited<ReturnType<TestWeb["signIn"]>>;

/** Runs the HTTP side of a server with the calls of teams and members. */
export const teamWeb = async (settings: Record<string, string> = {}) => {
  const web = await testWeb({ settings });
  return { web, team: teamCallsOf(web.call) };
};
