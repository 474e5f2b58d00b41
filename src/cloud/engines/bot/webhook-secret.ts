import { createHmac } from "node:crypto";

/** The same in every process and after every start, and nobody's who has not the token. 43 letters that the Bot API takes. */
export const webhookSecretOf = (token: string): string =>
  createHmac("sha256", token).update("webhook").digest("base64url");
