/** Enforces a key's allowlist: an entry of each of its types must match. */
import { BlockList, isIP } from "node:net";
import { Transaction } from "ethers";
import type { RpcKeyRules } from "../../../../resources/rpc/key-calls.ts";
import type { RpcAllowType } from "../../../../resources/rpc/keys.ts";
import type { Request } from "../upstream/upstream.ts";

export interface Client {
  readonly origin: string | undefined;
  readonly agent: string;
  readonly ip: string;
  /** A JSON Web Token. */
  readonly token: string | undefined;
}

export type Guard = ReturnType<typeof guardOf>;

export const guardOf = (allow: RpcKeyRules["allow"]) => {
  const of = (type: RpcAllowType): readonly string[] =>
    allow.filter((entry) => entry.type === type).map(({ value }) => value);
  const [origins, agents, ips] = [of("origin"), of("agent").map((agent) => agent.toLowerCase()), of("ip")];
  const [methods, contracts] = [new Set(of("method")), new Set(of("contract"))];
  const addresses = blockListOf(ips);
  return {
    /** Returns the type that refuses the client: "origin", "agent", "ip"; undefined if allowed. */
    refusedClient: ({ origin, agent, ip }: Client): RpcAllowType | undefined => {
      if (origins.length > 0 && !origins.some((pattern) => fitsOrigin(pattern, origin))) return "origin";
      if (agents.length > 0 && !agents.some((agentPattern) => agent.toLowerCase().includes(agentPattern)))
        return "agent";
      return ips.length > 0 && !holds(addresses, ip) ? "ip" : undefined;
    },
    /** Returns the type that refuses the request: "method" or "contract". */
    refusedRequest: (request: Request): RpcAllowType | undefined => {
      if (methods.size > 0 && !methods.has(request.method)) return "method";
      if (contracts.size === 0) return undefined;
      const named = addressesIn(request);
      return named === undefined || named.every((address) => contracts.has(address)) ? undefined : "contract";
    },
  };
};

const blockListOf = (ips: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const ip of ips) {
    const [address = "", prefix] = ip.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
};

const holds = (list: BlockList, ip: string): boolean => {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, "");
  return isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
};

const fitsOrigin = (pattern: string, origin: string | undefined): boolean => {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { protocol, hostname, port } = new URL(origin);
  const [, scheme, host = "", requiredPort] = /^(https?:)?(?:\/\/)?([^:/]+)(?::(\d+))?$/.exec(pattern) ?? [];
  if (scheme !== undefined && scheme !== protocol) return false;
  if (requiredPort !== undefined && requiredPort !== (port || (protocol === "https:" ? "443" : "80"))) return false;
  return host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host;
};

/** Position of a method's contract address. Balance and nonce of an account are not restricted. */
const addressAt: Readonly<Record<string, (params: readonly unknown[]) => readonly unknown[]>> = {
  eth_call: ([call]) => [fieldOf(call, "to")],
  eth_estimateGas: ([call]) => [fieldOf(call, "to")],
  eth_createAccessList: ([call]) => [fieldOf(call, "to")],
  debug_traceCall: ([call]) => [fieldOf(call, "to")],
  eth_getCode: ([address]) => [address],
  eth_getStorageAt: ([address]) => [address],
  eth_getProof: ([address]) => [address],
  eth_getLogs: ([filter]) => [fieldOf(filter, "address") ?? ""].flat(),
  eth_newFilter: ([filter]) => [fieldOf(filter, "address") ?? ""].flat(),
  eth_subscribe: ([kind, filter]) => (kind === "logs" ? [fieldOf(filter, "address") ?? ""].flat() : []),
  eth_sendRawTransaction: ([raw]) => [recipientOf(raw)],
};

/**
 * Returns the addresses in lowercase; "" if a required address is missing. undefined for methods without a contract.
 */
const addressesIn = ({ method, params }: Request): string[] | undefined => {
  if (!Object.hasOwn(addressAt, method)) return undefined;
  return addressAt[method]!(params).map((address) => (typeof address === "string" ? address.toLowerCase() : ""));
};

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;

const recipientOf = (raw: unknown): string => {
  try {
    return Transaction.from(String(raw)).to ?? "";
  } catch {
    return "";
  }
};
