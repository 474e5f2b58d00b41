/**
 * Normalizes and validates custom domains, and pairs them with their www name. Pure; used by the server and the
 * dashboard.
 */
import { code } from "../../declare/fields.ts";
import { domainPattern, secondLevelDomainPattern } from "../../declare/patterns.ts";

/** 0 adds the www name and redirects the bare name to it, 1 the other way round, 2 adds only the given name. */
export const domainChoices = [0, 1, 2] as const;
/** In addition: only the given name, pointing to a dedicated gateway instead of a project. */
export const gatewayChoice = 3;
export type DomainChoice = (typeof domainChoices)[number];

export const domainHint = "For example shop.example, www.shop.example or *.shop.example.";

export const domainInvalid = `This domain name is invalid. ${domainHint}`;

/** A custom domain, as entered. */
export const domainName = code("Domain", {
  min: 1,
  max: 300,
  required: "Enter a domain.",
  rule: { accepts: (input) => toDomain(input) !== undefined, message: domainInvalid },
  hint: domainHint,
  placeholder: "shop.example",
});

/** Top-level names that are never in public DNS. */
const reservedEndings = /(^|\.)(localhost|local|internal|invalid|onion|arpa)$/;
const label = /^(\*|[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)$/;
const namesWithin = /^[\p{L}\p{N}\p{M}.-]+$/u;

/**
 * Returns the name in punycode and lowercase, without scheme, slash and final dot. Undefined for IP addresses, single
 * words and reserved endings.
 */
export const toDomain = (input: string): string | undefined => {
  const text = input
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/\/$/, "")
    .replace(/\.$/, "");
  const wildcard = text.startsWith("*.") ? "*." : "";
  const name = wildcard + (asciiOf(text.slice(wildcard.length)) ?? "");
  const labels = name.split(".");
  const isName = domainPattern.test(name) || secondLevelDomainPattern.test(name);
  const isHost = labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1)!);
  const isFree = name.length <= 255 && !reservedEndings.test(name) && labels.length > (wildcard ? 2 : 1);
  return isName && isHost && isFree ? name : undefined;
};

export const isWildcard = (name: string): boolean => name.startsWith("*.");

/** The name without its www or wildcard label. */
export const bareName = (name: string): string => name.replace(/^(\*|www)\.(?=[^.]+\.)/, "");

/**
 * Whether a name is directly below a public suffix, where DNS allows no CNAME: two labels, or three with a country's
 * registry in the middle (shop.co.uk).
 */
export const isBareName = (name: string): boolean =>
  /^[^.*]+\.([^.]+|(co|com|net|org|gov|edu|ac)\.[a-z]{2})$/.test(name);

export interface NameToAdd {
  readonly name: string;
  /** The other name of the pair, the redirect's target. */
  readonly redirectTo?: string;
}

/** Returns the names that a choice adds, the serving name first. A wildcard has no www name and is added alone. */
export const namesOf = (name: string, choice: DomainChoice): readonly NameToAdd[] => {
  if (choice === 2 || isWildcard(name)) return [{ name }];
  const bare = bareName(name);
  const [main, other] = choice === 0 ? [`www.${bare}`, bare] : [bare, `www.${bare}`];
  return [{ name: main }, { name: other, redirectTo: main }];
};

const asciiOf = (text: string): string | undefined => {
  if (!namesWithin.test(text)) return undefined;
  try {
    return new URL(`http://${text}`).hostname;
  } catch {
    return undefined;
  }
};
