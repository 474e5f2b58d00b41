import type { UserInfo } from "../../../../resources/account/session.ts";
import { cloneFlowType, newProjectPath } from "../../../../resources/hosting/repositories/clone-flow.ts";

/**
 * AllowNoLogin (spec §4): anyone may open and fill in New Project while its URL has type=clone-flow, until the user has
 * linked a code-hosting account. This concerns the screen alone: every call still requires a token.
 */
export const allowsNoLogin = ({ pathname, search }: Pick<URL, "pathname" | "search">, user?: UserInfo): boolean =>
  pathname === newProjectPath && new URLSearchParams(search).get("type") === cloneFlowType && !user?.github;
