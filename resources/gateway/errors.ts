/** What can go wrong with IPNS names and their records. */
import type { ErrorMessage } from "../errors.ts";

export const ipnsErrors = {
  IPNS_NAME_INVALID: {
    status: 400,
    message: "This is not the name of a key. It begins with k51, bafz, 12D3Koo or Qm.",
  },
  IPNS_RECORD_INVALID: {
    status: 400,
    message: "This is not a record of this name that is valid now. Check its signature, its validity and its size.",
  },
  IPNS_RECORD_OLD: { status: 409, message: "A record as new as this one, or newer, is known already." },
} as const satisfies Record<string, ErrorMessage>;
