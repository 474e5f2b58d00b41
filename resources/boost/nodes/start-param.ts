/** Start parameter of a mini app: `t.me/<bot>/<app>?startapp=<parameter>`, or `/start <parameter>` to its bot. */

/** The advertising partner's marker. Campaigns may follow: `t-peaai_<in>_<out>`. */
export const partnerMark = "t-peaai";

export interface Campaigns {
  readonly inExchangeCampaignId: string;
  readonly outExchangeCampaignId: string;
}

export type Start =
  | { readonly kind: "none" }
  /** Invited by the holder of the code. */
  | { readonly kind: "invite"; readonly code: string }
  | { readonly kind: "partner"; readonly campaigns: Campaigns };

const longest = 512;
/** The alphabet of invite codes: if decoding yields only these, the text was encoded. */
const readable = /^[\w-]{1,64}$/;
const ours = /^[2-9A-HJKMNP-Z]{10}$/i;

/**
 * Parses a start parameter: an invite code or the partner's marker, plain or in base64url (`dC1wZWFhaQ` is `t-peaai`), optionally with the
 * prefix `inv_`. Anything else is treated as an unknown code.
 */
export const readStart = (parameter: string | undefined): Start => {
  const plain = (parameter ?? "").trim();
  if (plain === "" || plain.length > longest) return { kind: "none" };
  if (isOurs(plain)) return startOf(plain);
  const decoded = decode(plain);
  return startOf(decoded !== undefined && isOurs(decoded) ? decoded : plain);
};

/** A start parameter for links, in base64url, which every messaging app accepts. */
export const writeStart = (text: string): string =>
  btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

const isOurs = (text: string): boolean => isPartner(text) || ours.test(withoutPrefix(text));

const isPartner = (text: string): boolean => text === partnerMark || text.startsWith(`${partnerMark}_`);

const withoutPrefix = (text: string): string => text.replace(/^inv_/, "");

const startOf = (text: string): Start => {
  if (!isPartner(text)) {
    const code = withoutPrefix(text);
    return readable.test(code) ? { kind: "invite", code } : { kind: "none" };
  }
  const [, inExchangeCampaignId = "", outExchangeCampaignId = ""] = text.split("_");
  return { kind: "partner", campaigns: { inExchangeCampaignId, outExchangeCampaignId } };
};

const decode = (text: string): string | undefined => {
  try {
    const decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return readable.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
};
