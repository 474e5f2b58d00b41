import { pageHref } from "../../../../../resources/declare/href.ts";
import { codeHostReturn, login, overview, quickLogin } from "../../../../../resources/pages.ts";

const signInPaths = [login, quickLogin, codeHostReturn].map((page) => pageHref(page));

/** Target after sign-in: the requested page if it is a local page other than sign-in; else /overview. */
export const returnPath = (wanted: string | null | undefined, origin: string): string => {
  const home = pageHref(overview);
  if (!wanted?.startsWith("/")) return home;
  const url = URL.parse(wanted, origin);
  if (!url || url.origin !== origin || signInPaths.includes(url.pathname) || url.pathname === "/") return home;
  return `${url.pathname}${url.search}${url.hash}`;
};
