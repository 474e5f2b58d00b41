/** Addresses of TON as wallets write them: 48 letters of base64 that say workchain, account, kind and network, with a checksum. */

export interface TonAddressParts {
  /** Workchain and 64 hexadecimal digits: the same for every way of writing it. */
  readonly raw: string;
  /** The flag of test networks. */
  readonly isTestOnly: boolean;
}

const letters = /^[A-Za-z0-9_+/-]{48}$/;
const testFlag = 0x80;
/** Bounceable, and not. */
const kinds: readonly number[] = [0x11, 0x51];

/** undefined for what is no address: another length, another kind, a wrong checksum. */
export const tonAddressParts = (text: string): TonAddressParts | undefined => {
  if (!letters.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const [flags = 0, workchain] = bytes;
  if (!kinds.includes(flags & ~testFlag) || (workchain !== 0 && workchain !== 0xff)) return undefined;
  if (checksum(bytes.subarray(0, 34)) !== (bytes[34]! << 8) + bytes[35]!) return undefined;
  const account = Array.from(bytes.subarray(2, 34), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { raw: `${workchain === 0 ? 0 : -1}:${account}`, isTestOnly: (flags & testFlag) !== 0 };
};

/** Why nothing can be paid to what somebody typed, on the public network ("-239") or one for tests; undefined when it can. */
export const tonAddressProblem = (text: string, network: "-239" | "-3"): string | undefined => {
  if (text === "") return "Address: enter the address of your TON wallet.";
  if (/^-?\d+:/.test(text)) return "Address: use the form with 48 letters, as your wallet shows it.";
  if (!letters.test(text)) return "Address: an address of TON has 48 letters and begins with UQ or EQ.";
  const parts = tonAddressParts(text);
  if (!parts) return "Address: there is a mistake in it. Copy it from your wallet once more.";
  if (parts.isTestOnly && network === "-239")
    return "Address: this one is of a test network. Switch your wallet to the main network and copy it from there.";
  return undefined;
};

/** CRC-16 of XMODEM: polynomial 0x1021, from 0. */
const checksum = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => {
    let rest = sum ^ (byte << 8);
    for (let bit = 0; bit < 8; bit += 1) rest = (rest & 0x8000 ? (rest << 1) ^ 0x1021 : rest << 1) & 0xffff;
    return rest;
  }, 0);
