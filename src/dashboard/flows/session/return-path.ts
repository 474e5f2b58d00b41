import { pageHref } from "../../../../resources/href.ts";
import { codeHostReturn, login, overview, quickLogin } from "../../../../resources/pages.ts";

const signInPaths = [login, quickLogin, codeHostReturn].map((page) => pageHref(page));

/** Where a sign-in ends: at the page the person wanted, if it is one of ours and no sign-in page; else at /overview. */
export const returnPath = (wanted: string | null | undefined, origin: string): string => {
  const home = pageHref(overview);
  if (!wanted?.startsWith("/")) return home;
  const url = URL.parse(wanted, origin);
  if (!url || url.origin !== origin || signInPaths.includes(url.pathname) || url.pathname === "/") return home;
  return `${url.pathname}${url.search}${url.hash}`;
};
