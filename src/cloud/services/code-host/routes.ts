import {
  codeHostAccount,
  finishCodeHostLink,
  linkCodeHost,
  unlinkCodeHost,
} from "../../../../resources/hosting/code-host.ts";
import { codeHostLinked } from "../../../../resources/pages.ts";
import { route, type Route } from "../route.ts";
import type { CodeHosts } from "./service.ts";

/** Linking an account. Reading its repositories is the repositories service's. */
export const codeHostRoutes = (codeHosts: CodeHosts, publicUrl: string | undefined): Route[] => [
  route(codeHostAccount, async ({ db, caller }) => {
    const login = codeHosts.isConfigured ? await codeHosts.login(db, caller.userId) : undefined;
    const { isConfigured: configured, hearsPushes } = codeHosts;
    return { configured, hearsPushes, linked: login !== undefined, login: login ?? "" };
  }),
  route(linkCodeHost, async ({ db, caller, body, origin }) => {
    const redirectUri = new URL(codeHostLinked.path, publicUrl ?? origin).href;
    return { url: await codeHosts.link(db, caller.userId, { returnTo: body.returnTo, redirectUri }) };
  }),
  route(finishCodeHostLink, async ({ db, caller, body, logged }) => {
    const linked = await codeHosts.finish(db, caller.userId, body);
    logged({ target: linked.login });
    return linked;
  }),
  route(unlinkCodeHost, async ({ db, caller, logged }) => {
    logged({ target: (await codeHosts.login(db, caller.userId)) ?? "" });
    await codeHosts.unlink(db, caller.userId);
    return null;
  }),
];
