const table = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Updates a CRC-32 (ISO-HDLC) with further bytes; starts at 0. */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  let value = ~before;
  for (let at = 0; at < bytes.length; at += 1) value = table[(value ^ bytes[at]!) & 0xff]! ^ (value >>> 8);
  return ~value >>> 0;
};

/** Encodes a CRC-32 in S3's format: base64 of four bytes, big-endian. */
export const crc32Base64 = (value: number): string =>
  btoa(String.fromCharCode(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff));
