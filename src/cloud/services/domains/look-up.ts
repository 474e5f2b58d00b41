/** Looks a domain's records up and says what stands in its way. Knows nothing of the database. */
import { randomBytes } from "node:crypto";
import { isWildcard } from "../../../../resources/hosting/domain-names.ts";
import type { DomainConflict } from "../../../../resources/hosting/domain-calls.ts";
import { DnsUnavailable, type Dns } from "../../engines/dns/dns.ts";
import { messages } from "./messages.ts";
import type { DomainConfig } from "./settings.ts";

export interface Asked {
  readonly name: string;
  readonly proof_name: string;
  readonly proof_value: string;
  /** The project's own host label. */
  readonly label: string;
}

export interface Finding {
  readonly proved: boolean;
  readonly points: boolean;
  /** Records that say something else; a missing one is none. */
  readonly conflicts: readonly DomainConflict[];
  /** What to do next, in a sentence; of a domain that is well nothing. */
  readonly message?: string;
}

/** Our own TXT values begin with it; others under the same name are no business of ours. */
export const proofPrefix = "freehold-verification=";

/** Throws DnsUnavailable when the DNS does not answer: it then says nothing about the domain. */
export const lookUp = async (dns: Dns, asked: Asked, config: DomainConfig): Promise<Finding> => {
  const [proof, target] = await Promise.all([lookUpProof(dns, asked), lookUpTarget(dns, asked, config)]);
  const message = proof.message ?? target.message;
  return {
    proved: proof.holds,
    points: target.holds,
    conflicts: [...proof.conflicts, ...target.conflicts],
    ...(message !== undefined && { message }),
  };
};

/** Whether a team's TXT record still stands. While the DNS does not answer, it does. */
export const isStillProved = async (dns: Dns, { proof_name, proof_value }: HeldName): Promise<boolean> => {
  try {
    return (await dns.texts(proof_name)).some((text) => text.trim() === proof_value);
  } catch (error) {
    if (error instanceof DnsUnavailable) return true;
    throw error;
  }
};

type HeldName = Pick<Asked, "proof_name" | "proof_value">;

interface Part {
  readonly holds: boolean;
  readonly conflicts: readonly DomainConflict[];
  readonly message?: string;
}

const fine: Part = { holds: true, conflicts: [] };

const lookUpProof = async (dns: Dns, { proof_name: name, proof_value }: Asked): Promise<Part> => {
  const texts = (await dns.texts(name)).map((text) => text.trim());
  if (texts.includes(proof_value)) return fine;
  const found = texts.filter((text) => text.startsWith(proofPrefix));
  if (found.length === 0) return { holds: false, conflicts: [], message: messages.noProof(name) };
  const message = messages.otherProof(name);
  return { holds: false, conflicts: [{ type: "TXT", name, found, message }], message };
};

const lookUpTarget = async (dns: Dns, { name, label }: Asked, config: DomainConfig): Promise<Part> => {
  const asked = isWildcard(name) ? name.replace("*", `freehold-${randomBytes(4).toString("hex")}`) : name;
  const aliases = await dns.aliases(asked);
  const isOurs = (alias: string) => alias.endsWith(`.${config.CONTENT_DOMAIN.toLowerCase()}`);
  if (aliases.some(isOurs)) return fine;

  const addresses = await dns.addresses(asked);
  const own = await ownAddresses(dns, label, config);
  const strange = addresses.filter((address) => !own.has(address));
  if (addresses.length > 0 && strange.length === 0) return fine;
  if (aliases.length > 0) return elsewhere("CNAME", name, [aliases.at(-1)!]);
  if (strange.length > 0) return elsewhere(strange[0]!.includes(":") ? "AAAA" : "A", name, strange);
  return { holds: false, conflicts: [], message: messages.noTarget(name) };
};

/** Where this cloud is: what its settings say, else where its own host names lead. */
const ownAddresses = async (
  dns: Dns,
  label: string,
  { DOMAIN_IPS, CONTENT_DOMAIN }: DomainConfig,
): Promise<ReadonlySet<string>> =>
  new Set(DOMAIN_IPS.length > 0 ? DOMAIN_IPS : await dns.addresses(`${label}.${CONTENT_DOMAIN}`));

const elsewhere = (type: "CNAME" | "A" | "AAAA", name: string, found: readonly string[]): Part => {
  const message = messages.elsewhere(name, found);
  return { holds: false, conflicts: [{ type, name, found: [...found], message }], message };
};
