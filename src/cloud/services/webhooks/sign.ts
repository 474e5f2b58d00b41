import { createHmac } from "node:crypto";

/**
 * Signs a message: HMAC-SHA256 over the time in Unix seconds, a full stop, and the body, in hexadecimal. The signed
 * time prevents replays.
 */
export const signatureOf = (secret: string, atSeconds: number, body: string): string =>
  `t=${atSeconds},v1=${createHmac("sha256", secret).update(`${atSeconds}.${body}`).digest("hex")}`;
