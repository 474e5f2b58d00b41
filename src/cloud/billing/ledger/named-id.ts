import { createHash } from "node:crypto";

/** Namespace of all derived IDs. */
const namespace = Buffer.from("5a4f2c8e1d3b4f6a9c7e2b1d8f0a6c35", "hex");

/** Returns a UUID derived from its parts (RFC 9562, version 5): the same parts give the same UUID. */
export const namedId = (...parts: readonly (string | number | bigint)[]): string => {
  // As JSON, so that different lists of parts never have the same text.
  const digest = createHash("sha1")
    .update(namespace)
    .update(JSON.stringify(parts.map(String)))
    .digest();
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString("hex", 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};
