/**
 * Error messages, each declared once. Programs read `code`; proxies read the HTTP status.
 */
import { boostErrors } from "../boost/errors.ts";
import { bucketErrors } from "../storage/errors.ts";
import { ipnsErrors } from "../gateway/errors.ts";
import { raasErrors } from "../raas/errors.ts";
import { rewardsErrors } from "../rewards/errors.ts";
import { rpcErrors } from "../rpc/errors.ts";
import { sharedErrors, type ErrorMessage } from "./shared-errors.ts";

export const errors = {
  ...sharedErrors,
  UNAUTHORIZED: { status: 401, message: "Sign in to continue." },
  FORBIDDEN: { status: 403, message: "You don't have access to this." },
  INVALID_INPUT: { status: 422, message: "Check the highlighted fields." },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: "This request was already sent with different content. Reload the page and try again.",
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: "Too many requests. Wait a moment and try again.",
    retryAfterSeconds: 10,
  },
  SERVER_BUSY: { status: 503, message: "The server is busy. Try again in a few seconds.", retryAfterSeconds: 2 },
  DATABASE_UNAVAILABLE: {
    status: 503,
    message: "The database is unavailable. Try again in a few seconds.",
    retryAfterSeconds: 5,
  },
  PAYLOAD_TOO_LARGE: { status: 413, message: "This request exceeds the size limit." },
  REQUEST_TIMEOUT: { status: 408, message: "The request timed out. Send it again." },
  EXPECTATION_FAILED: { status: 417, message: "Only Expect: 100-continue is supported." },
  HEADERS_TOO_LARGE: { status: 431, message: "The request headers are too large." },
  SIGNATURE_INVALID: { status: 401, message: "The signature doesn't match. Sign in with your wallet again." },
  SIGN_IN_EXPIRED: { status: 401, message: "The sign-in request has expired. Try again." },
  FRESH_SIGNATURE_REQUIRED: {
    status: 428,
    message: "Confirm with a wallet signature, or sign in again and retry within five minutes.",
  },
  SIGN_IN_ADDRESS: { status: 403, message: "Open Freehold at its own address to sign in." },
  REFRESH_REUSED: {
    status: 401,
    message: "This session was used from another place, so it was ended. Sign in again.",
  },
  SESSION_ENDED: { status: 401, message: "This session was ended from another device. Sign in again." },
  ACCOUNT_DELETED: { status: 401, message: "This account was deleted. Signing in again creates a new account." },
  WALLET_NETWORK_UNREACHABLE: {
    status: 422,
    message: "Can't reach the wallet's network to verify the signature. Try again in a minute.",
  },
  WALLET_TAKEN: {
    status: 409,
    message:
      "This wallet belongs to another account. Sign in with it and delete that account, or link a different wallet.",
  },
  WALLET_LINKED: { status: 409, message: "This wallet is already linked to your account." },
  WALLET_LAST: {
    status: 409,
    message: "This is your account's only wallet. Link another wallet before you remove it.",
  },
  MERGE_UNAVAILABLE: {
    status: 422,
    message: "Only mini app accounts without a wallet can be merged into another account.",
  },
  MERGE_NO_ACCOUNT: { status: 422, message: "This wallet has no account yet. Link it instead." },
  MERGE_TAKEN: {
    status: 422,
    message: "This wallet's account belongs to another mini app user. Choose another wallet.",
  },
  MERGE_NOT_EMPTY: {
    status: 422,
    message: "This account has projects, buckets or other content. Delete the content before merging.",
  },
  MERGE_LATER: { status: 422, message: "This account has an unfinished payment. Try again later." },
  WALLET_NEEDED: {
    status: 409,
    message: "Your account has no wallet. Link one in Configurations first.",
  },
  MESSAGING_UNSIGNED: {
    status: 401,
    message: "The messaging app's signature is invalid. Close the mini app and reopen it from its chat.",
  },
  MESSAGING_EXPIRED: {
    status: 401,
    message: "Your session has expired. Reopen the mini app from its chat.",
  },
  MESSAGING_USED: {
    status: 401,
    message: "This launch has already been used to sign in. Reopen the mini app from its chat.",
  },
  EMULATOR_ID_TAKEN: {
    status: 403,
    message: "This messaging id belongs to another user of this server. Choose or create another one.",
  },
  AVATAR_TYPE: { status: 422, message: "Unsupported image. Use a PNG, JPEG, WebP or GIF file." },
  BODY_INVALID: { status: 400, message: "The request body is malformed." },
  NAME_TAKEN: { status: 409, message: "This name is already taken. Choose another." },
  DOMAIN_ADDED: { status: 409, message: "Your team has already added this domain." },
  LIMIT_REACHED: { status: 409, message: "You have reached the limit. Delete one to add another." },
  ALLOWANCE_USED_UP: { status: 402, message: "Insufficient resources, please deposit 'LAND'." },
  INSUFFICIENT_LAND: { status: 402, wire: 10_002, message: "Your balance is too low. Deposit to continue." },
  INSUFFICIENT_POINTS: { status: 409, message: "You don't have enough points." },
  SPEND_CAP_REACHED: {
    status: 409,
    message: "This would exceed this month's spend cap. Raise the cap in Billing to continue.",
  },
  TEAM_KEPT: {
    status: 409,
    message: "A team's data can be purged only after 30 days without LAND and a notice to its owner.",
  },
  UPLOAD_OFFSET: { status: 409, message: "The upload offset doesn't match. The upload resumes automatically." },
  UPLOAD_SECRETS: {
    status: 409,
    message: "The upload has files that are usually secret. Remove them, or confirm that everyone may read them.",
  },
  UPLOAD_INCOMPLETE: { status: 409, message: "The upload is incomplete." },
  UPLOAD_PATH: {
    status: 422,
    message: "A file path in this upload points outside its folder. Nothing was deployed.",
  },
  UPLOAD_LINK: {
    status: 422,
    message: "This archive contains symbolic links. Replace them with files and try again.",
  },
  UPLOAD_DUPLICATE: { status: 422, message: "Two files in this upload have the same path. Nothing was deployed." },
  UPLOAD_TOO_MANY_FILES: { status: 422, message: "This upload has too many files." },
  UPLOAD_TOO_LARGE: { status: 422, message: "This upload exceeds the size limit." },
  UPLOAD_DIGEST: {
    status: 422,
    message: "A file changed during the upload. Nothing was deployed. Deploy again.",
  },
  ZIP_INVALID: { status: 422, message: "This file is not a valid zip archive." },
  ZIP_ENCRYPTED: {
    status: 422,
    message: "This archive is password-protected. Remove the password and try again.",
  },
  ZIP_BOMB: { status: 422, message: "This archive's compression ratio is too high. Nothing was deployed." },
  OUTPUT_EMPTY: { status: 422, message: "There are no files to publish." },
  BUILD_UNAVAILABLE: {
    status: 409,
    message:
      "Repository builds require bubblewrap on this server (apt-get install bubblewrap). You can still deploy folders and zip files.",
  },
  NOT_CANCELLABLE: { status: 409, message: "This deployment has already ended." },
  DEPLOYMENT_IN_USE: {
    status: 409,
    message: "This deployment is running or live. Deploy another version or roll back first.",
  },
  NOT_ROLLBACKABLE: { status: 409, message: "You can't roll back to this deployment. Deploy it again instead." },
  PREVIEW_PASSWORD_REQUIRED: {
    status: 401,
    message: "This preview is protected. Post its password as the form field password, and send back the cookie.",
  },
  PREVIEW_PASSWORD_INCORRECT: { status: 401, message: "Incorrect password. Try again." },
  NOT_PROMOTABLE: {
    status: 409,
    message: "This deployment can't be promoted. Deploy its branch to production instead.",
  },
  HOOK_NOT_FOUND: {
    status: 404,
    message: "Deploy hook not found. It may have been deleted. Create another in the project's settings.",
  },
  REPOSITORY_NOT_CONNECTED: { status: 409, message: "This project is not connected to a repository." },
  REPOSITORY_UNREADABLE: { status: 409, message: "Can't read the repository. Try again." },
  REPOSITORY_FETCHING: {
    status: 409,
    message: "This repository is large and still being fetched. Try again in a moment.",
  },
  CODE_HOST_NOT_CONFIGURED: {
    status: 409,
    message: "GitHub is not configured. Ask your administrator to set up a GitHub App.",
  },
  CODE_HOST_LINK_EXPIRED: {
    status: 409,
    message: "This GitHub response has expired or was already used. Connect GitHub again.",
  },
  SOLANA_SIGNATURE: {
    status: 422,
    message: "The signature is invalid for this address or has expired. Sign again.",
  },
  SOLANA_TRANSACTION: {
    status: 422,
    message: "This transaction doesn't link an address to your account. Check its memo and recipient.",
  },
  SOLANA_LINKED: {
    status: 409,
    message: "This address is linked to another account. Unlink it from that account first.",
  },
  NAME_SERVICE_OFF: { status: 409, message: "This name service is not configured. Ask your administrator." },
  NAME_SERVICE_UNREACHABLE: {
    status: 409,
    message: "Can't reach the name service's chain. Try again in a moment.",
  },
  ZKSYNC_UNREACHABLE: { status: 409, message: "Can't reach zkSync Lite. Try again in a moment." },
  SOLANA_UNREACHABLE: { status: 409, message: "Can't reach the Solana node. Try again in a moment." },
  CODE_HOST_TAKEN: {
    status: 409,
    message:
      "This GitHub account is linked to another Freehold account. Sign in with GitHub to use that account, or unlink it there first.",
  },
  CODE_HOST_BOUND: { status: 409, message: "Successfully bound your account." },
  CODE_HOST_REFUSED: { status: 409, message: "GitHub refused the request. Try again." },
  EMAIL_CODE_WRONG: {
    status: 422,
    message: "Incorrect code. Enter the 6-digit code from the latest email.",
  },
  EMAIL_CODE_EXPIRED: { status: 409, message: "This code has expired. Request a new one." },
  EMAIL_TAKEN: {
    status: 409,
    message: "This address now belongs to another account. Remove it there, or use another address.",
  },
  EMAIL_TOO_SOON: { status: 429, message: "We just sent an email. Wait a minute before requesting another." },
  WEBHOOK_MISSING: { status: 404, message: "No webhook is configured. Save a URL first." },
  MEMBER_INVITED: {
    status: 409,
    message: "This wallet or email address already has a pending invitation. Find it on the Members page.",
  },
  MEMBER_ALREADY: { status: 409, message: "This user is already a team member." },
  MEMBERS_LIMIT: {
    status: 409,
    message: "The team has reached its member limit. Remove a member or an invitation first.",
  },
  INVITATION_LETTERS: {
    status: 429,
    message: "Daily limit of invitation emails reached. Invite by link, or try again tomorrow.",
  },
  MEMBER_NOT_ACTIVE: { status: 409, message: "Only members who accepted their invitation can be disabled or enabled." },
  TEAM_JOINED_ALREADY: {
    status: 409,
    message: "You're already a member of this team. Select it in the team switcher.",
  },
  INVITE_UNKNOWN: {
    status: 409,
    message: "This invite link is invalid or has expired. Ask the sender for a new one.",
  },
  INVITE_USED: {
    status: 409,
    message: "This invite link was already used. Ask the sender for a new one.",
  },
  INVITE_OTHER_WALLET: {
    status: 409,
    message: "This invitation is for another wallet. Sign in with the invited wallet.",
  },
  OWNER_ONLY: { status: 403, message: "Only the team owner can do this." },
  OWNER_FIXED: { status: 409, message: "The team owner's access can't be changed." },
  OWNER_STAYS: {
    status: 409,
    message: "You can't leave a team that you own. Remove its members instead.",
  },
  OWN_MEMBERSHIP: {
    status: 403,
    message: "You can't change your own access. Ask the team owner, or leave the team.",
  },
  NOT_ACTIVATED: { status: 403, wire: 100_077, message: "Activate your account to use this." },
  MINI_ASSET_OFF: { status: 422, message: "This payment method is unavailable. Choose another one." },
  PRICE_UNAVAILABLE: {
    status: 422,
    message: "No current price for this coin. Try again in a moment, or choose another payment method.",
  },
  STARS_TOO_MANY: {
    status: 422,
    message: "The limit is 10,000 Stars per invoice. Choose less LAND, or pay with toncoin.",
  },
  BOT_UNREACHABLE: { status: 422, message: "Can't reach the messaging app. Try again in a moment." },
  ORDER_NOT_PAID: { status: 422, message: "Nothing to refund. This order is unpaid or was already refunded." },
  DEPOSIT_ASSIGNED: { status: 409, message: "This deposit is already assigned. Reload to see its team." },
  PURCHASE_ASSIGNED: {
    status: 409,
    message: "This purchase is already assigned. Reload to see its team.",
  },
  VOUCHER_UNKNOWN: {
    status: 404,
    message: "This voucher is invalid, fully redeemed or expired. Check the code, or ask the sender for another.",
  },
  VOUCHER_REDEEMED: {
    status: 409,
    message: "This team has already redeemed this voucher. Vouchers work once per team.",
  },
  VOUCHER_USED: {
    status: 409,
    message: "This voucher was redeemed and can't be deleted. Withdraw it to stop further redemptions.",
  },
  GATEWAY_LOCKED: { status: 403, message: "Dedicated gateways require a first deposit." },
  ...bucketErrors,
  ...ipnsErrors,
  ...rpcErrors,
  ...raasErrors,
  ...rewardsErrors,
  ...boostErrors,
  INTERNAL: { status: 500, message: "Something went wrong. Try again." },
} as const satisfies Record<string, ErrorMessage>;

export type ErrorCode = keyof typeof errors;
