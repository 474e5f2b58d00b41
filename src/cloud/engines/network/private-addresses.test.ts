import { BlockList, isIPv4, isIPv6 } from "node:net";
import { describe, expect, test } from "vitest";
import { isPrivateAddress } from "./private-addresses.ts";

/**
 * IANA's IPv4 and IPv6 special-purpose address registries (iana.org/assignments/iana-ipv4-special-registry,
 * iana-ipv6-special-registry), with multicast (RFC 5771, RFC 4291), and the ranges reserved by RFC 4291, 3879 and 2765
 * before the registries.
 */
const registry = `
  0.0.0.0/8 0.0.0.0/32 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.0.0/29 192.0.0.8/32
  192.0.0.9/32 192.0.0.10/32 192.0.0.170/32 192.0.0.171/32 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.88.99.2/32
  192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32
  ::/128 ::1/128 ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32 2001:1::1/128
  2001:1::2/128 2001:1::3/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16
  2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8`
  .trim()
  .split(/\s+/);

const bitsOf = (network: string): number => (isIPv6(network) ? 128 : 32);

const numberOf = (address: string): bigint => {
  if (isIPv4(address)) return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = "", tail] = address.split("::");
  const groups = (text: string): string[] => text.split(":").filter(Boolean);
  const missing = 8 - groups(head).length - groups(tail ?? "").length;
  const all = [...groups(head), ...Array.from({ length: missing }, () => "0"), ...groups(tail ?? "")];
  return all.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
};

const textOf = (number: bigint, bits: number): string =>
  bits === 32
    ? [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join(".")
    : Array.from({ length: 8 }, (_, at) => ((number >> BigInt(112 - at * 16)) & 65_535n).toString(16)).join(":");

interface Range {
  readonly bits: number;
  readonly first: bigint;
  readonly last: bigint;
}

const rangeOf = (cidr: string): Range => {
  const [network = "", prefix] = cidr.split("/");
  const bits = bitsOf(network);
  const first = numberOf(network);
  return { bits, first, last: first + (1n << BigInt(bits - Number(prefix))) - 1n };
};

const ranges = registry.map(rangeOf);
/** Only 2000::/3 is assigned to hosts (RFC 4291 §2.4). */
const global = rangeOf("2000::/3");
const isSpecial = (number: bigint, bits: number): boolean =>
  ranges.some((range) => range.bits === bits && range.first <= number && number <= range.last) ||
  (bits === 128 && (number < global.first || number > global.last));

describe("the ranges in IANA's registries are not public", () => {
  test.each(registry)(
    "%s: its first and last address are rejected, adjacent addresses depend on their own block",
    (cidr) => {
      const { bits, first, last } = rangeOf(cidr);
      for (const inside of [first, last])
        expect(isPrivateAddress(textOf(inside, bits)), textOf(inside, bits)).toBe(true);
      for (const outside of [first - 1n, last + 1n]) {
        if (outside < 0n || outside >= 1n << BigInt(bits)) continue;
        const address = textOf(outside, bits);
        expect(isPrivateAddress(address), address).toBe(isSpecial(outside, bits));
      }
    },
  );

  test.each([
    "192.0.1.0",
    "192.88.98.255",
    "198.20.0.0",
    "223.255.255.255",
    "2001:200::",
    "2003::",
    "3fff:1000::",
    "2000::1",
  ])("%s, next to a block, is public", (address) => expect(isPrivateAddress(address)).toBe(false));

  test.each(["fe80::1%eth0", "2606:4700::1%1"])("%s names an interface of this machine", (address) =>
    expect(isPrivateAddress(address)).toBe(true),
  );

  test("the test's ranges match Node's parsing", () => {
    for (const cidr of registry) {
      const [network = "", prefix] = cidr.split("/");
      const family = isIPv6(network) ? "ipv6" : "ipv4";
      const list = new BlockList();
      list.addSubnet(network, Number(prefix), family);
      const { bits, first, last } = rangeOf(cidr);
      for (const at of [first, last]) expect(list.check(textOf(at, bits), family), cidr).toBe(true);
    }
  });
});

describe("an IPv4 address is rejected in every URL form", () => {
  test.each([
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://127.0.1/",
    "http://127.0.0.1./",
    "http://①②⑦.⓪.⓪.①/",
    "http://0/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:7f00:1::]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:1.1.1.1]/",
  ])("%s", (url) => {
    const { hostname } = new URL(url);
    expect(isPrivateAddress(hostname.replace(/^\[(.*)\]$/, "$1"))).toBe(true);
  });
});
