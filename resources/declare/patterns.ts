/** Patterns of user input, shared by forms and server. */

/** Any text, an @, then a domain containing a dot. One line, because it goes into an email header. */
export const emailPattern = /^.+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Word segments plus a top-level part of 2 to 10 letters. */
export const domainPattern = /^(\w([\w-]*\w)?\.)+[a-z]{2,10}$/i;

/** Optional 0x plus 40 hex characters. */
export const ethereumAddressPattern = /^(0x)?[0-9a-f]{40}$/i;

/** An EVM address with its 0x, in any case. */
export const evmAddressPattern = /^0x[0-9a-fA-F]{40}$/;

/** An origin in lowercase, of one site or of its subdomains: "https://shop.example", "*.shop.example", "localhost:5173". */
const originPattern = /^(https?:\/\/)?(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*(:\d{1,5})?$/;

/** Returns an origin as it is stored, without a trailing slash; undefined if it is invalid. */
export const normalOrigin = (input: string): string | undefined => {
  const text = input.trim().toLowerCase().replace(/\/+$/, "");
  return originPattern.test(text) ? text : undefined;
};

/** A UUID as the server writes it, in lowercase. */
export const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * 3 to 255 characters in total; each label 1 to 63 letters, digits or hyphens (the first label may be a wildcard); one or two
 * further labels.
 */
export const secondLevelDomainPattern = /^(?=.{3,255}$)(\*|[a-z0-9-]{1,63})(\.[a-z0-9-]{1,63}){1,2}$/i;

/** An Ethereum address as wallets write it, with its 0x. */
export const prefixedAddress = (input: string): string => (/^0x/i.test(input) ? `0x${input.slice(2)}` : `0x${input}`);
