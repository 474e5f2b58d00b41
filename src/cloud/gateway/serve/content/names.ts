/** Resolves names: IPNS keys by their records, domains by DNSLink (https://dnslink.dev/). */
import { CID } from "multiformats/cid";
import { DnsUnavailable, type Dns } from "../../../engines/dns/dns.ts";
import { createLookupCache } from "../../../lib/lookup-cache.ts";
import { parseCid } from "../../../engines/blocks/dag/parse-cid.ts";

/** IPNS operations used by the gateway. */
export interface IpnsNames {
  /** Returns a key in canonical form (base36); undefined for an invalid key. */
  parse(name: string): string | undefined;
  resolve(name: string): Promise<NamedContent | undefined>;
  record(name: string): Promise<{ readonly bytes: Uint8Array; readonly ttlSeconds: number } | undefined>;
}

interface NamedContent {
  readonly cid: string;
  readonly path: readonly string[];
  readonly ttlSeconds: number;
  /** Teams that own the resolved names. */
  readonly teams?: readonly string[];
}

export interface NameTarget {
  readonly root: CID;
  /** Path below the root. */
  readonly parts: readonly string[];
  readonly ttlSeconds: number;
  readonly teams: readonly string[];
}

export interface Names {
  /** Resolves a key or a domain; undefined if it has no target or can't be resolved. */
  resolve(name: string): Promise<NameTarget | undefined>;
  record: IpnsNames["record"];
}

const LINKS_MAX = 8;
/** Cache time of DNSLink records: the resolver does not return their TTL. */
const DNSLINK_SECONDS = 60;

export const createNames = (ipns: IpnsNames | undefined, dns: Pick<Dns, "texts"> | undefined): Names => {
  const links = createLookupCache(DNSLINK_SECONDS * 1000, (name) =>
    dns ? linkOf(dns, name) : Promise.resolve(undefined),
  );

  const resolve = async (name: string, stepsLeft: number): Promise<NameTarget | undefined> => {
    if (!isDomain(name)) {
      const target = await ipns?.resolve(name);
      if (!target) return undefined;
      const { cid, path, ttlSeconds, teams = [] } = target;
      return { root: CID.parse(cid), parts: path, ttlSeconds, teams };
    }
    const [, space, id = "", rest = ""] = /^\/(ipfs|ipns)\/([^/]+)(\/.*)?$/.exec((await links.get(name)) ?? "") ?? [];
    const parts = rest.split("/").filter(Boolean);
    const root = space === "ipfs" ? parseCid(id) : undefined;
    if (root) return { root, parts, ttlSeconds: DNSLINK_SECONDS, teams: [] };
    if (space !== "ipns" || stepsLeft === 0) return undefined;
    const next = await resolve(id, stepsLeft - 1);
    return (
      next && { ...next, parts: [...next.parts, ...parts], ttlSeconds: Math.min(next.ttlSeconds, DNSLINK_SECONDS) }
    );
  };

  return {
    resolve: (name) => resolve(name, LINKS_MAX),
    record: async (name) => ipns?.record(name),
  };
};

/** Whether a name is a DNS name. Keys never are. */
export const isDomain = (name: string): boolean =>
  name.length <= 253 && /^(?=.*[a-z])([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/i.test(name);

/** Returns a DNSLink. A record at `_dnslink.` takes precedence over one at the name itself. */
const linkOf = async (dns: Pick<Dns, "texts">, name: string): Promise<string | undefined> => {
  try {
    for (const host of [`_dnslink.${name}`, name]) {
      const link = (await dns.texts(host)).find((text) => text.startsWith("dnslink="));
      if (link) return link.slice("dnslink=".length).trim();
    }
    return undefined;
  } catch (error) {
    if (error instanceof DnsUnavailable) return undefined;
    throw error;
  }
};

/** Inlines a domain into a single DNS label: "docs.my-shop.example" becomes "docs-my--shop-example". */
export const inlined = (domain: string): string => domain.replaceAll("-", "--").replaceAll(".", "-");

export const fromInlined = (label: string): string =>
  label.replaceAll(/--|-/g, (dashes) => (dashes === "--" ? "-" : "."));
