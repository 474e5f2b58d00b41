import { createHmac } from "node:crypto";

/** Derived from the token, so it is the same in every process and after each start. 43 characters allowed by the Bot API. */
export const webhookSecretOf = (token: string): string =>
  createHmac("sha256", token).update("webhook").digest("base64url");
