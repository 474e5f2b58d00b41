import { BlockList, isIPv6 } from "node:net";

const blocked = new BlockList();
const subnets: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // shared by a provider's customers (RFC 6598)
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, where clouds keep their metadata
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15], // benchmarking
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved and broadcast
  ["::", 128],
  ["::1", 128],
  ["64:ff9b::", 96], // IPv4 behind NAT64
  ["64:ff9b:1::", 48],
  ["2002::", 16], // IPv4 behind 6to4
  ["fc00::", 7], // unique local
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];
for (const [network, prefix] of subnets) blocked.addSubnet(network, prefix, isIPv6(network) ? "ipv6" : "ipv4");

/** True for an address that is not on the public Internet: this machine, its neighbours, its provider (RFC 6890). */
export const isPrivateAddress = (address: string): boolean => blocked.check(address, isIPv6(address) ? "ipv6" : "ipv4");
