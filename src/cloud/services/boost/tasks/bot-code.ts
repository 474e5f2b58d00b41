/**
 * Codes a partner's bot gives to its players: the bot gets the node's id from the link and proves with a shared secret that the user
 * played.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

const codeLength = 16;

/** The first 16 hexadecimal digits of HMAC-SHA256(secret, node id as 32 hexadecimal digits). */
export const botCode = (secret: string, nodeId: string): string =>
  createHmac("sha256", secret).update(nodeId.replaceAll("-", "")).digest("hex").slice(0, codeLength);

export const isBotCode = (input: string, secret: string, nodeId: string): boolean => {
  const code = Buffer.from(input.trim().toLowerCase());
  const expected = Buffer.from(botCode(secret, nodeId));
  return code.length === expected.length && timingSafeEqual(code, expected);
};
