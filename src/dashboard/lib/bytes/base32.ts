const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** Encodes as RFC 4648 base32, lower case, without padding. */
export const base32 = (bytes: Iterable<number>): string => {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(buffer >> (bits - 5)) & 31];
    buffer &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(buffer << (5 - bits)) & 31] : text;
};

/** Decodes what `base32` encodes. Rest bits that make no byte are dropped. */
export const unbase32 = (text: string): Uint8Array => {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const letter of text) {
    buffer = ((buffer << 5) | alphabet.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
};
