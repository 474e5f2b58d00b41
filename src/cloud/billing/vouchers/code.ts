/** Readable codes: 20 letters and digits (100 random bits), in groups, without look-alikes. */
import { randomBytes } from "node:crypto";

/** Base 32 as Crockford writes it. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 20;
const groupLength = 4;

/** Such as 7KQ2-M0FX-9D3T-H8WB-C5RN. */
export const newVoucherCode = (): string => {
  const code = Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join("");
  return code.match(new RegExp(`.{${groupLength}}`, "g"))!.join("-");
};

/** Normalizes a code: lowercase letters, no hyphens, O for 0. */
export const canonical = (input: string): string =>
  input
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");

export const endingOf = (code: string): string => code.slice(-groupLength);
