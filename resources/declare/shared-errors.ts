/** Errors that screens show or recognize; the dashboard loads no others of errors.ts. */

export interface ErrorMessage {
  readonly status: number;
  readonly message: string;
  /** Numeric code for programs, if there is one. */
  readonly wire?: number;
  /** Value of the Retry-After header. */
  readonly retryAfterSeconds?: number;
}

/** An error of an API for programs, whose text docs/reference/errors.md shows. */
export interface DocumentedError extends Omit<ErrorMessage, "message" | "wire"> {
  readonly meaning: string;
}

export const sharedErrors = {
  NOT_FOUND: { status: 404, message: "Not found. It doesn't exist or belongs to another team." },
  CHANGED_MEANWHILE: {
    status: 409,
    message: "Someone else changed this meanwhile. Check the current values, then save again.",
  },
  TEAM_DISABLED: { status: 403, message: "Your account has been disabled, please contact the owner." },
  CODE_HOST_NOT_BOUND: {
    status: 404,
    wire: 10026,
    message: "This GitHub account is not linked to a Freehold account. Connect your wallet first, then link GitHub.",
  },
  CODE_HOST_MISMATCH: { status: 400, wire: 5110, message: "Account verification failed" },
  MAIL_NOT_CONFIGURED: {
    status: 409,
    message: "Email is not configured. Ask your administrator to set SMTP_URL.",
  },
} as const satisfies Record<string, ErrorMessage>;
