/** Checks a domain's DNS records and reports conflicts. Does not use the database. */
import { randomBytes } from "node:crypto";
import { isWildcard } from "../../../../resources/hosting/domains/domain-names.ts";
import type { DomainConflict } from "../../../../resources/hosting/domains/domain-calls.ts";
import { DnsUnavailable, type Dns } from "../../engines/dns/dns.ts";
import { messages } from "./messages.ts";
import type { DomainConfig } from "./settings.ts";

export interface DomainToCheck {
  readonly name: string;
  readonly proof_name: string;
  readonly proof_value: string;
  /** The project's own host label. */
  readonly label: string;
}

export interface Finding {
  readonly proved: boolean;
  readonly points: boolean;
  /** Records with other values; missing records are not conflicts. */
  readonly conflicts: readonly DomainConflict[];
  /** Instruction for the user; absent if all records are correct. */
  readonly message?: string;
}

/** Prefix of our TXT values. Other TXT values at the same name are ignored. */
export const proofPrefix = "freehold-verification=";

/** Checks a domain's records. Throws DnsUnavailable if the DNS does not respond. */
export const lookUp = async (dns: Dns, domain: DomainToCheck, config: DomainConfig): Promise<Finding> => {
  const [proof, target] = await Promise.all([lookUpProof(dns, domain), lookUpTarget(dns, domain, config)]);
  const message = proof.message ?? target.message;
  return {
    proved: proof.holds,
    points: target.holds,
    conflicts: [...proof.conflicts, ...target.conflicts],
    ...(message !== undefined && { message }),
  };
};

/** Whether a team's TXT record still exists. Returns true if the DNS does not respond. */
export const isStillProved = async (dns: Dns, { proof_name, proof_value }: HeldName): Promise<boolean> => {
  try {
    return (await dns.texts(proof_name)).some((text) => text.trim() === proof_value);
  } catch (error) {
    if (error instanceof DnsUnavailable) return true;
    throw error;
  }
};

type HeldName = Pick<DomainToCheck, "proof_name" | "proof_value">;

interface RecordCheck {
  readonly holds: boolean;
  readonly conflicts: readonly DomainConflict[];
  readonly message?: string;
}

const passed: RecordCheck = { holds: true, conflicts: [] };

const lookUpProof = async (dns: Dns, { proof_name: name, proof_value }: DomainToCheck): Promise<RecordCheck> => {
  const texts = (await dns.texts(name)).map((text) => text.trim());
  if (texts.includes(proof_value)) return passed;
  const found = texts.filter((text) => text.startsWith(proofPrefix));
  if (found.length === 0) return { holds: false, conflicts: [], message: messages.noProof(name) };
  const message = messages.otherProof(name);
  return { holds: false, conflicts: [{ type: "TXT", name, found, message }], message };
};

const lookUpTarget = async (dns: Dns, { name, label }: DomainToCheck, config: DomainConfig): Promise<RecordCheck> => {
  const hostName = isWildcard(name) ? name.replace("*", `freehold-${randomBytes(4).toString("hex")}`) : name;
  const aliases = await dns.aliases(hostName);
  const isOurs = (alias: string) => alias.endsWith(`.${config.CONTENT_DOMAIN.toLowerCase()}`);
  if (aliases.some(isOurs)) return passed;

  const addresses = await dns.addresses(hostName);
  const own = await ownAddresses(dns, label, config);
  const foreign = addresses.filter((address) => !own.has(address));
  if (addresses.length > 0 && foreign.length === 0) return passed;
  if (aliases.length > 0) return elsewhere("CNAME", name, [aliases.at(-1)!]);
  if (foreign.length > 0) return elsewhere(foreign[0]!.includes(":") ? "AAAA" : "A", name, foreign);
  return { holds: false, conflicts: [], message: messages.noTarget(name) };
};

/** Returns this server's addresses: the configured ones, or else those of its host names. */
const ownAddresses = async (
  dns: Dns,
  label: string,
  { DOMAIN_IPS, CONTENT_DOMAIN }: DomainConfig,
): Promise<ReadonlySet<string>> =>
  new Set(DOMAIN_IPS.length > 0 ? DOMAIN_IPS : await dns.addresses(`${label}.${CONTENT_DOMAIN}`));

const elsewhere = (type: "CNAME" | "A" | "AAAA", name: string, found: readonly string[]): RecordCheck => {
  const message = messages.elsewhere(name, found);
  return { holds: false, conflicts: [{ type, name, found: [...found], message }], message };
};
