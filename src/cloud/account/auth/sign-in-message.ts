/** Sign-In with Ethereum messages (EIP-4361), as far as Freehold uses them. */
import { randomBytes } from "node:crypto";

export interface SignInMessage {
  /** Host of the page that asks for the signature, with a port other than the default. */
  readonly domain: string;
  /** Checksummed. */
  readonly address: string;
  readonly statement: string;
  /** URL of the page. */
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Generates a nonce of 128 random bits. */
export const signInNonce = (): string => randomBytes(16).toString("hex");

/** Returns the text to sign. Throws if a field would not be read back as it is. */
export const signInText = (message: SignInMessage): string => {
  const { domain, address, statement, uri, chainId, nonce, issuedAt, expiresAt } = message;
  const text = [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    "",
    statement,
    "",
    `URI: ${uri}`,
    "Version: 1",
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join("\n");
  if (!form.test(text)) throw new Error("A sign-in message has an invalid field.");
  return text;
};

/** Parses the text of `signInText`; undefined for any other. */
export const parseSignInText = (text: string): SignInMessage | undefined => {
  const { groups } = form.exec(text) ?? {};
  if (!groups) return undefined;
  const { domain = "", address = "", statement = "", uri = "", chainId, nonce = "", issuedAt, expiresAt } = groups;
  const [issued, expires] = [issuedAt, expiresAt].map((time) => new Date(time ?? ""));
  return { domain, address, statement, uri, chainId: Number(chainId), nonce, issuedAt: issued!, expiresAt: expires! };
};

/** The fields in the order of EIP-4361, with all that Freehold writes and nothing else. */
const form = new RegExp(
  [
    String.raw`^(?<domain>[A-Za-z0-9._~!$&'()*+,;=%-]+(:\d{1,5})?) wants you to sign in with your Ethereum account:`,
    "(?<address>0x[0-9a-fA-F]{40})",
    "",
    String.raw`(?<statement>[^\n]+)`,
    "",
    String.raw`URI: (?<uri>[^\s]+)`,
    "Version: 1",
    String.raw`Chain ID: (?<chainId>[1-9]\d{0,15})`,
    "Nonce: (?<nonce>[a-zA-Z0-9]{8,})",
    `Issued At: (?<issuedAt>TIME)`,
    `Expiration Time: (?<expiresAt>TIME)$`,
  ]
    .join(String.raw`\n`)
    .replaceAll("TIME", String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`),
);
