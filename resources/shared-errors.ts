/** Those of the catalogue in errors.ts that screens tell of themselves, or recognise; the dashboard loads no others. */
import type { ErrorMessage } from "./errors.ts";

export const sharedErrors = {
  NOT_FOUND: { status: 404, message: "This does not exist, or it belongs to another team." },
  TEAM_DISABLED: { status: 403, message: "Your account has been disabled, please contact the owner." },
  CODE_HOST_NOT_BOUND: {
    status: 404,
    wire: 10026,
    message:
      "This GitHub account is not linked to an account here yet. Connect your wallet first; then you can link it.",
  },
  CODE_HOST_MISMATCH: { status: 400, wire: 5110, message: "Account verification failed" },
  MAIL_NOT_CONFIGURED: {
    status: 409,
    message: "This cloud sends no mail. Whoever runs it can set SMTP_URL, as the page on operations describes.",
  },
} as const satisfies Record<string, ErrorMessage>;
