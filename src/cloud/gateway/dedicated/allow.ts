/** Checks gateway allowlists of origins and user agents. */
import type { IncomingHttpHeaders } from "node:http";
import type { Gateway } from "./rows.ts";

type Rules = Pick<Gateway, "origins" | "allows_blank_origin" | "user_agents">;

/** Returns the reason for rejecting a request; undefined if it is allowed. */
export const refusalOf = (
  rules: Rules,
  headers: IncomingHttpHeaders,
  hostName: string,
): "origin" | "agent" | undefined => {
  if (!allowsOrigin(rules, originOf(headers), hostName)) return "origin";
  return allowsAgent(rules, headers["user-agent"] ?? "") ? undefined : "agent";
};

/** Returns the requesting page's URL, from Origin or else Referer; undefined if there is none. */
export const originOf = ({ origin, referer }: IncomingHttpHeaders): URL | undefined => {
  const named = origin !== undefined && origin !== "null" ? origin : referer;
  return named === undefined || !URL.canParse(named) ? undefined : new URL(named);
};

/** Pages of the gateway itself are always allowed. */
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

/** Matches user agents by case-insensitive substring; "*" matches anything. */
const allowsAgent = ({ user_agents }: Rules, agent: string): boolean => {
  const header = agent.toLowerCase();
  return user_agents.length === 0 || user_agents.some((pattern) => containsInOrder(header, pattern.toLowerCase()));
};

/** Matches in linear time for any pattern. */
const containsInOrder = (text: string, pattern: string): boolean => {
  let from = 0;
  for (const part of pattern.split("*")) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
};
