/** Errors of IPNS names and records. */
import type { ErrorMessage } from "../declare/shared-errors.ts";

export const ipnsErrors = {
  IPNS_NAME_INVALID: {
    status: 400,
    message: "Invalid key. IPNS keys start with k51, bafz, 12D3Koo or Qm.",
  },
  IPNS_RECORD_INVALID: {
    status: 400,
    message: "Invalid or expired IPNS record. Check its signature, validity and size.",
  },
  IPNS_RECORD_OLD: { status: 409, message: "A record with the same or a newer sequence is already published." },
} as const satisfies Record<string, ErrorMessage>;
