import type { UserInfo } from "../../../../resources/account/session.ts";
import { href } from "../../../../resources/href.ts";
import { cloneFlowType } from "../../../../resources/hosting/clone-flow.ts";
import { projects } from "../../../../resources/hosting/projects.ts";

/**
 * AllowNoLogin (spec §4): New Project may be opened and filled in by anyone while its address says type=clone-flow, until the
 * person has linked a code-hosting account. It is about the screen alone: every call asks for a token as ever.
 */
export const allowsNoLogin = ({ pathname, search }: Pick<URL, "pathname" | "search">, user?: UserInfo): boolean =>
  pathname === href(projects, "create") && new URLSearchParams(search).get("type") === cloneFlowType && !user?.github;
