import { Resolver } from "node:dns/promises";
import type { Config } from "../../config.ts";
import { DnsUnavailable, type Dns } from "./dns.ts";

const timeoutMs = 3000;
const tries = 2;
/** A longer CNAME chain is a loop. */
const aliasesMax = 8;

/** Error codes of c-ares for a missing record. */
const nothing = new Set(["ENODATA", "ENOTFOUND"]);

/** Throws one sentence if a server in DNS_SERVERS is not an IP address. */
export const openDns = ({ DNS_SERVERS }: Pick<Config, "DNS_SERVERS">): Dns => {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (DNS_SERVERS.length > 0) setServers(resolver, DNS_SERVERS);

  const aliases: Dns["aliases"] = async (name) => {
    const chain: string[] = [];
    for (let at = name; chain.length < aliasesMax; at = chain.at(-1)!) {
      const [next] = await look(resolver.resolveCname(at));
      if (next === undefined) return chain;
      chain.push(next.toLowerCase().replace(/\.$/, ""));
    }
    return chain;
  };

  return {
    aliases,
    texts: async (name) => (await look(resolver.resolveTxt(name))).map((strings) => strings.join("")),
    addresses: async (name) => {
      const [four, six] = await Promise.all([look(resolver.resolve4(name)), look(resolver.resolve6(name))]);
      return [...four, ...six];
    },
  };
};

const setServers = (resolver: Resolver, servers: readonly string[]): void => {
  try {
    resolver.setServers(servers);
  } catch (error) {
    throw new Error("Invalid DNS_SERVERS. Use addresses such as 192.0.2.53 or 192.0.2.53:5353.", {
      cause: error,
    });
  }
};

const look = async <T>(pending: Promise<T[]>): Promise<T[]> => {
  try {
    return await pending;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== undefined && nothing.has(code)) return [];
    throw new DnsUnavailable(message, { cause: error });
  }
};
