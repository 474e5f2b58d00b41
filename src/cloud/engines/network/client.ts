/** Identifies the client of a request. Headers that name another client count only from a trusted proxy. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

export type TrustedProxies = ReturnType<typeof trustedProxies>;

/** Returns whether the text is an IP address or a network such as 10.0.0.0/8. */
export const isNetwork = (entry: string): boolean => subnetOf(entry) !== undefined;

export const trustedProxies = (entries: readonly string[]) => {
  const list = new BlockList();
  for (const subnet of entries.map(subnetOf)) if (subnet) list.addSubnet(...subnet);
  const check = (address: string): boolean => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
  };
  // Called for every request, mostly with the same few addresses.
  const known = new Map<string, boolean>();
  return {
    trusts: (address: string | undefined = ""): boolean => {
      const before = known.get(address);
      if (before !== undefined) return before;
      if (known.size >= cacheMax) known.clear();
      const isTrusted = check(address);
      known.set(address, isTrusted);
      return isTrusted;
    },
  };
};

const cacheMax = 10_000;

const subnetOf = (entry: string): [string, number, "ipv4" | "ipv6"] | undefined => {
  const [network = "", prefix] = entry.split("/");
  const bits = isIPv6(network) ? 128 : 32;
  const length = prefix === undefined ? bits : Number(/^\d{1,3}$/.exec(prefix)?.[0] ?? -1);
  return isIP(network) !== 0 && length >= 0 && length <= bits
    ? [network, length, bits === 128 ? "ipv6" : "ipv4"]
    : undefined;
};

export interface Client {
  readonly address: string;
  /** Whether the client uses HTTPS, to this server or to a trusted proxy. */
  readonly isSecure: boolean;
  /** Whether a trusted proxy reported it. */
  readonly isForwarded: boolean;
}

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const known = new WeakMap<IncomingMessage, Client>();

/**
 * Determines the client of a request, for `clientOf`, and the host it asked for, if a trusted proxy sends another one. Called
 * once per request, before anything else reads it.
 */
export const recordClient = (request: IncomingMessage, proxies: TrustedProxies): Client => {
  const { socket, headers } = request;
  const isProxy = proxies.trusts(socket.remoteAddress);
  const client = isProxy ? forwarded(request, proxies) : undefined;
  const host = isProxy ? list(headers["x-forwarded-host"]).at(-1) : undefined;
  if (host !== undefined && hostPattern.test(host)) headers.host = host;
  const recorded = client ?? direct(request);
  known.set(request, recorded);
  return recorded;
};

/** Returns the client of a request. */
export const clientOf = (request: IncomingMessage): Client => known.get(request) ?? direct(request);

/** Returns the client's scheme; only these two values of X-Forwarded-Proto count. */
export const schemeOf = (request: IncomingMessage): "http" | "https" => (clientOf(request).isSecure ? "https" : "http");

/** Returns the part of an address that identifies a client: an IPv6 client can use a whole /64. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.toLowerCase().split("%")[0]!.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
};

const direct = ({ socket }: IncomingMessage): Client => ({
  address: plainAddress(socket.remoteAddress ?? ""),
  isSecure: isEncrypted(socket),
  isForwarded: false,
});

/** Returns the last address of the chain that is not a trusted proxy: each proxy appends its client's address. */
const forwarded = (request: IncomingMessage, proxies: TrustedProxies): Client => {
  const own = direct(request);
  let { address } = own;
  for (const entry of list(request.headers["x-forwarded-for"]).toReversed()) {
    const named = plainAddress(entry);
    if (isIP(named) === 0) break;
    address = named;
    if (!proxies.trusts(named)) break;
  }
  const protocol = list(request.headers["x-forwarded-proto"]).at(-1)?.toLowerCase();
  return {
    address,
    isSecure: protocol === undefined ? own.isSecure : protocol === "https",
    isForwarded: list(request.headers["x-forwarded-for"]).length > 0,
  };
};

const list = (header: string | string[] | undefined): string[] =>
  String(header ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Normalizes IPv4, without the port that some proxies add. */
const plainAddress = (address: string): string =>
  address
    .replace(/^::ffff:(?=\d+\.)/i, "")
    .replace(/^\[(.*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");

/** Returns whether a connection uses TLS. */
export const isEncrypted = (socket: object): boolean => (socket as { readonly encrypted?: boolean }).encrypted === true;
