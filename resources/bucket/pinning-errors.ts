import type { DocumentedError } from "../errors.ts";

/** The errors of the pinning service's API, by `error.reason`; docs/reference/errors.md shows this table. */
export const pinningErrors = {
  BAD_REQUEST: { status: 400, meaning: "The query or body is invalid; `details` names the field." },
  UNAUTHORIZED: {
    status: 401,
    meaning: "The token is missing or was reset, or its user can no longer manage storage.",
  },
  NOT_ACTIVATED: { status: 403, meaning: "The account is not activated." },
  NOT_FOUND: { status: 404, meaning: "The pin does not exist." },
  INSUFFICIENT_FUNDS: { status: 409, meaning: "The storage allowance is used up, or a spend cap is reached." },
  LIMIT_REACHED: { status: 409, meaning: "The team has reached the limit of 10,000 pins." },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: "The body is larger than 128 KiB." },
  RATE_LIMITED: { status: 429, meaning: "More than 1,200 requests a minute from one address.", retryAfterSeconds: 10 },
  INTERNAL_SERVER_ERROR: { status: 500, meaning: "Internal server error." },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning: "The server is busy, or its database is unavailable.",
    retryAfterSeconds: 5,
  },
  INSUFFICIENT_STORAGE: { status: 507, meaning: "The server's disk is full." },
} as const satisfies Record<string, DocumentedError>;

export type PinningReason = keyof typeof pinningErrors;
