import { bareName, isBareName, isWildcard } from "../../../../resources/hosting/domains/domain-names.ts";
import type { DnsRecord } from "../../../../resources/hosting/domains/domains.ts";
import type { Config } from "../../config.ts";

export type DomainConfig = Pick<Config, "CONTENT_DOMAIN" | "PUBLIC_URL" | "DOMAIN_IPS">;

/** Returns the name of the TXT record that verifies a name, its www name and its wildcard. */
export const proofNameOf = (name: string): string => `_freehold.${bareName(name)}`;

/** Returns the DNS records to set, the TXT record first. `label` is the target's host label. */
export const recordsOf = (
  { name, proof_name, proof_value }: { name: string; proof_name: string; proof_value: string },
  label: string,
  config: DomainConfig,
): DnsRecord[] => [
  { type: "TXT", name: proof_name, value: proof_value, purpose: "proof" },
  ...targetsOf(name, label, config),
];

/** A bare name can't have a CNAME beside its other records: it needs addresses or the provider's ALIAS record. */
const targetsOf = (name: string, label: string, { CONTENT_DOMAIN, DOMAIN_IPS }: DomainConfig): DnsRecord[] => {
  const host = `${label}.${CONTENT_DOMAIN}`;
  if (!isBareName(name)) return [{ type: "CNAME", name, value: host, purpose: "target" }];
  if (DOMAIN_IPS.length === 0) return [{ type: "ALIAS", name, value: host, purpose: "target" }];
  return DOMAIN_IPS.map((value) => ({ type: value.includes(":") ? "AAAA" : "A", name, value, purpose: "target" }));
};

/** Whether a name belongs to this server: its dashboard, its sites, or a wildcard covering them. */
export const isOwnName = (name: string, { CONTENT_DOMAIN, PUBLIC_URL }: DomainConfig): boolean => {
  const own = [CONTENT_DOMAIN.toLowerCase(), ...(PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).hostname])];
  const isWithin = (host: string) => name === host || name.endsWith(`.${host}`);
  const covers = (host: string) => isWildcard(name) && `.${host}`.endsWith(name.slice(1));
  return own.some((host) => isWithin(host) || covers(host));
};
