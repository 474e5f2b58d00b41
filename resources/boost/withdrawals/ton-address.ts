/** User-friendly TON addresses: 48 base64 characters with workchain, account, kind, network and a checksum. */

export interface TonAddressParts {
  /** Workchain and 64 hexadecimal digits: the same for every form of the address. */
  readonly raw: string;
  /** The testnet flag. */
  readonly isTestOnly: boolean;
}

const letters = /^[A-Za-z0-9_+/-]{48}$/;
const testFlag = 0x80;
/** Bounceable and non-bounceable. */
const kinds: readonly number[] = [0x11, 0x51];

/** undefined for an invalid address: wrong length, kind or checksum. */
export const tonAddressParts = (text: string): TonAddressParts | undefined => {
  if (!letters.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const [flags = 0, workchain] = bytes;
  if (!kinds.includes(flags & ~testFlag) || (workchain !== 0 && workchain !== 0xff)) return undefined;
  if (checksum(bytes.subarray(0, 34)) !== (bytes[34]! << 8) + bytes[35]!) return undefined;
  const account = Array.from(bytes.subarray(2, 34), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { raw: `${workchain === 0 ? 0 : -1}:${account}`, isTestOnly: (flags & testFlag) !== 0 };
};

/** Returns why an entered address can't be paid on the public network ("-239") or a test network; undefined when valid. */
export const tonAddressProblem = (text: string, network: "-239" | "-3"): string | undefined => {
  if (text === "") return "Address: enter the address of your TON wallet.";
  if (/^-?\d+:/.test(text)) return "Address: use the 48-character form, as shown in your wallet.";
  if (!letters.test(text)) return "Address: a TON address has 48 characters and starts with UQ or EQ.";
  const parts = tonAddressParts(text);
  if (!parts) return "Address: invalid checksum. Copy the address from your wallet again.";
  if (parts.isTestOnly && network === "-239")
    return "Address: this is a testnet address. Switch your wallet to the main network and copy the address again.";
  return undefined;
};

/** CRC-16 of XMODEM: polynomial 0x1021, from 0. */
const checksum = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => {
    let rest = sum ^ (byte << 8);
    for (let bit = 0; bit < 8; bit += 1) rest = (rest & 0x8000 ? (rest << 1) ^ 0x1021 : rest << 1) & 0xffff;
    return rest;
  }, 0);
