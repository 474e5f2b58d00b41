import { BlockList, isIPv6 } from "node:net";

/**
 * Blocks outside of the public Internet, each with its reason: IANA's special-purpose registries (RFC 6890), multicast
 * and reserved space. In IPv6, only 2000::/3 is assigned to hosts, so everything else is blocked: loopback, link-local,
 * unique local, site-local, discard-only, segment routing, and every form with an embedded IPv4 address except 6to4 and
 * Teredo (::/96, ::ffff:0:0/96, ::ffff:0:0:0/96, NAT64).
 */
const specialBlocks: readonly (readonly [network: string, prefix: number, reason: string])[] = [
  ["0.0.0.0", 8, "this network"],
  ["10.0.0.0", 8, "private use"],
  ["100.64.0.0", 10, "shared by the customers of a provider"],
  ["127.0.0.0", 8, "loopback"],
  ["169.254.0.0", 16, "link-local; clouds serve credentials there"],
  ["172.16.0.0", 12, "private use"],
  ["192.0.0.0", 24, "protocol assignments"],
  ["192.0.2.0", 24, "documentation"],
  ["192.31.196.0", 24, "AS112 anycast"],
  ["192.52.193.0", 24, "automatic multicast tunneling"],
  ["192.88.99.0", 24, "6to4 relay anycast"],
  ["192.168.0.0", 16, "private use"],
  ["192.175.48.0", 24, "AS112 anycast"],
  ["198.18.0.0", 15, "benchmarking"],
  ["198.51.100.0", 24, "documentation"],
  ["203.0.113.0", 24, "documentation"],
  ["224.0.0.0", 4, "multicast"],
  ["240.0.0.0", 4, "reserved, and broadcast"],
  ["::", 3, "not assigned to hosts; carries IPv4 addresses"],
  ["4000::", 2, "not assigned to hosts"],
  ["8000::", 1, "not assigned to hosts; local addresses and multicast"],
  ["2001::", 23, "protocol assignments: Teredo, benchmarking, ORCHID"],
  ["2001:db8::", 32, "documentation"],
  ["2002::", 16, "6to4; carries IPv4 addresses"],
  ["2620:4f:8000::", 48, "AS112 anycast"],
  ["3fff::", 20, "documentation"],
];

// One list per family: a single one would also match each IPv4 address as ::ffff:0:0/96.
const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
const documentation = { ipv4: new BlockList(), ipv6: new BlockList() };
const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv6(address) ? "ipv6" : "ipv4");
for (const [network, prefix, reason] of specialBlocks)
  for (const list of reason === "documentation" ? [blocked, documentation] : [blocked])
    list[familyOf(network)].addSubnet(network, prefix, familyOf(network));

/**
 * Returns whether an IP address is not on the public Internet: this machine, the local network, the provider's network.
 */
export const isPrivateAddress = (address: string): boolean => {
  // A zone ("fe80::1%eth0") names an interface of this machine.
  if (address.includes("%")) return true;
  const family = familyOf(address);
  return blocked[family].check(address, family);
};

/** Returns whether an IP address is in a documentation block: neither on the Internet nor in the local network. */
export const isDocumentationAddress = (address: string): boolean =>
  documentation[familyOf(address)].check(address, familyOf(address));
