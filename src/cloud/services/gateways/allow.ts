/** Gateway allowlists: by the origin of a request, and by its client. */
import type { IncomingHttpHeaders } from "node:http";
import type { Gateway } from "./rows.ts";

type Rules = Pick<Gateway, "origins" | "allows_blank_origin" | "user_agents">;

/** Why a request is refused; undefined when it is not. */
export const refusalOf = (
  rules: Rules,
  headers: IncomingHttpHeaders,
  hostName: string,
): "origin" | "agent" | undefined => {
  if (!allowsOrigin(rules, originOf(headers), hostName)) return "origin";
  return allowsAgent(rules, headers["user-agent"] ?? "") ? undefined : "agent";
};

/** The page that a request comes from, by Origin or else Referer; undefined when it names none. */
export const originOf = ({ origin, referer }: IncomingHttpHeaders): URL | undefined => {
  const named = origin !== undefined && origin !== "null" ? origin : referer;
  return named === undefined || !URL.canParse(named) ? undefined : new URL(named);
};

/** An origin as people write it: "https://shop.example", "*.shop.example", "localhost:5173". undefined for what is none. */
export const toOriginPattern = (input: string): string | undefined => {
  const text = input.trim().toLowerCase().replace(/\/+$/, "");
  return text === "*" || /^(https?:\/\/)?(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*(:\d{1,5})?$/.test(text) ? text : undefined;
};

/** The gateway's own pages may always use it. */
const allowsOrigin = (rules: Rules, origin: URL | undefined, hostName: string): boolean => {
  if (rules.origins.length === 0) return true;
  if (!origin) return rules.allows_blank_origin;
  return origin.hostname === hostName || rules.origins.some((pattern) => matchesOrigin(pattern, origin));
};

const matchesOrigin = (pattern: string, { protocol, hostname, port }: URL): boolean => {
  if (pattern === "*") return true;
  const [, scheme, host = "", wantedPort] = /^(https?:)?(?:\/\/)?([^:/]+)(?::(\d+))?$/.exec(pattern) ?? [];
  if (scheme !== undefined && scheme !== protocol) return false;
  if (wantedPort !== undefined && wantedPort !== (port || (protocol === "https:" ? "443" : "80"))) return false;
  return host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host;
};

/** A word that the header contains, in small letters or large; "*" stands for anything. */
const allowsAgent = ({ user_agents }: Rules, agent: string): boolean => {
  const header = agent.toLowerCase();
  return user_agents.length === 0 || user_agents.some((pattern) => containsInOrder(header, pattern.toLowerCase()));
};

/** In one pass, whatever stands in the pattern. */
const containsInOrder = (text: string, pattern: string): boolean => {
  let from = 0;
  for (const part of pattern.split("*")) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
};
