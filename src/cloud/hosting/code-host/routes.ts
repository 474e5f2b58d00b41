import {
  codeHostAccount,
  finishCodeHostLink,
  linkCodeHost,
  unlinkCodeHost,
} from "../../../../resources/hosting/repositories/code-host.ts";
import { codeHostLinked } from "../../../../resources/pages.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { inPhases, route, type Context, type Route } from "../../kernel/calls/route.ts";
import type { CodeHosts } from "./service.ts";

/** Routes to link an account. Its repositories belong to the repositories service. */
export const codeHostRoutes = (
  codeHosts: CodeHosts,
  { publicUrl, realtime }: { readonly publicUrl: string | undefined; readonly realtime: Pick<Realtime, "toUser"> },
): Route[] => [
  route(codeHostAccount, async ({ db, caller }) => {
    const login = codeHosts.isConfigured ? await codeHosts.login(db, caller.userId) : undefined;
    const { isConfigured: configured, hearsPushes } = codeHosts;
    return { configured, hearsPushes, linked: login !== undefined, login: login ?? "" };
  }),
  route(linkCodeHost, async ({ db, caller, by, body, origin }) => {
    refuseTokens(by);
    const redirectUri = new URL(codeHostLinked.path, publicUrl ?? origin).href;
    return { url: await codeHosts.link(db, caller.userId, { returnTo: body.returnTo, redirectUri }) };
  }),
  route(
    finishCodeHostLink,
    inPhases({
      prepare: async ({ db, caller, by, body }) => {
        refuseTokens(by);
        return codeHosts.finish(db, caller.userId, body);
      },
      write: async ({ db, caller, logged, afterCommit }, link) => {
        const linked = await link(db);
        logged({ target: linked.login });
        afterCommit(() => realtime.toUser(caller.userId, "updateUser", {}));
        return linked;
      },
    }),
  ),
  route(unlinkCodeHost, async ({ db, caller, by, logged, afterCommit }) => {
    refuseTokens(by);
    logged({ target: (await codeHosts.login(db, caller.userId)) ?? "" });
    await codeHosts.unlink(db, caller.userId);
    afterCommit(() => realtime.toUser(caller.userId, "updateUser", {}));
    return null;
  }),
];

/** Refuses API tokens: a linked account signs its user in, so an auth token must not change it. */
const refuseTokens = (by: Context["by"]): void => {
  if (by === "token") throw new AppError("FORBIDDEN");
};
