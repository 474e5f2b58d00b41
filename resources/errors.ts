/**
 * The texts people read when something goes wrong or is done, each once. `code` is what programs read; the HTTP status
 * is what proxies read.
 */
import { boostErrors } from "./boost/errors.ts";
import { bucketErrors } from "./bucket/errors.ts";
import { ipnsErrors } from "./gateway/errors.ts";
import { raasErrors } from "./raas/errors.ts";
import { rewardsErrors } from "./rewards/errors.ts";
import { rpcErrors } from "./rpc/errors.ts";
import { sharedErrors } from "./shared-errors.ts";

export interface ErrorMessage {
  readonly status: number;
  readonly message: string;
  /** Number by which programs know it, where it has one. */
  readonly wire?: number;
}

export const errors = {
  ...sharedErrors,
  UNAUTHORIZED: { status: 401, message: "Please sign in to continue." },
  FORBIDDEN: { status: 403, message: "Your team does not have access to this." },
  INVALID_INPUT: { status: 422, message: "Please check the marked fields." },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: "This request was already sent with other content. Please reload and try again.",
  },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many requests. Please wait a moment and try again." },
  PAYLOAD_TOO_LARGE: { status: 413, message: "This is larger than the cloud accepts." },
  SIGNATURE_INVALID: { status: 401, message: "The signature does not match. Please sign in with your wallet again." },
  SIGN_IN_EXPIRED: { status: 401, message: "The sign-in request has expired. Please try again." },
  SIGN_IN_ADDRESS: { status: 403, message: "Please open this cloud at its own address to sign in." },
  REFRESH_REUSED: {
    status: 401,
    message: "This session was used from somewhere else and has been ended. Please sign in again.",
  },
  SESSION_ENDED: { status: 401, message: "This session was ended from another device. Please sign in again." },
  ACCOUNT_DELETED: { status: 401, message: "This account was deleted. Signing in again begins a new one." },
  WALLET_TAKEN: {
    status: 409,
    message:
      "This wallet has an account of its own. Sign in with it and delete that account first, or link another wallet.",
  },
  WALLET_LINKED: { status: 409, message: "This wallet is linked to your account already." },
  WALLET_LAST: {
    status: 409,
    message: "This is the last wallet of your account: without it nobody could sign in. Link another one first.",
  },
  WALLET_NEEDED: {
    status: 409,
    message: "Your account has no wallet yet. Link one under Configurations first.",
  },
  MESSAGING_UNSIGNED: {
    status: 401,
    message:
      "The messaging app has not signed this for this cloud. Close the mini app and open it again from its chat.",
  },
  MESSAGING_EXPIRED: {
    status: 401,
    message: "What the messaging app says of you is over an hour old. Close the mini app and open it again.",
  },
  AVATAR_TYPE: { status: 422, message: "This is not a picture that can be shown. Use a PNG, JPEG, WebP or GIF file." },
  BODY_INVALID: { status: 400, message: "The request is not readable." },
  NAME_TAKEN: { status: 409, message: "This name is already taken. Please choose another." },
  DOMAIN_ADDED: { status: 409, message: "Your team has already added this domain." },
  LIMIT_REACHED: { status: 409, message: "You have reached the limit for this. Delete one to make room." },
  ALLOWANCE_USED_UP: { status: 402, message: "Insufficient resources, please deposit 'LAND'." },
  INSUFFICIENT_LAND: { status: 402, wire: 10_002, message: "Insufficient LAND. Please deposit LAND to go on." },
  INSUFFICIENT_POINTS: { status: 409, message: "There are not enough points for this." },
  SPEND_CAP_REACHED: {
    status: 409,
    message: "This would cost more LAND than the spend cap of this month allows. Raise the cap in Billing to go on.",
  },
  UPLOAD_OFFSET: { status: 409, message: "The upload continues from another place. It will resume by itself." },
  UPLOAD_INCOMPLETE: { status: 409, message: "The upload is not complete yet." },
  UPLOAD_PATH: {
    status: 422,
    message: "A file in this upload has a path that leaves its folder. Nothing was deployed.",
  },
  UPLOAD_LINK: {
    status: 422,
    message: "This archive contains symbolic links. Pack the files themselves and try again.",
  },
  UPLOAD_DUPLICATE: { status: 422, message: "Two files of this upload have the same path. Nothing was deployed." },
  UPLOAD_TOO_MANY_FILES: { status: 422, message: "There are too many files in this upload." },
  UPLOAD_TOO_LARGE: { status: 422, message: "This upload is larger than the cloud accepts." },
  UPLOAD_DIGEST: {
    status: 422,
    message:
      "A file changed while it was sent, or is not what was announced. Nothing was deployed; please deploy again.",
  },
  ZIP_INVALID: { status: 422, message: "This file is not a readable zip archive." },
  ZIP_ENCRYPTED: {
    status: 422,
    message: "This archive is protected by a password. Pack it without one and try again.",
  },
  ZIP_BOMB: { status: 422, message: "This archive unpacks to far more than its size. Nothing was deployed." },
  OUTPUT_EMPTY: { status: 422, message: "There are no files to publish." },
  BUILD_UNAVAILABLE: {
    status: 409,
    message:
      "Repository builds need bubblewrap on this machine: apt-get install bubblewrap. Folders and zips can be deployed without it.",
  },
  NOT_CANCELLABLE: { status: 409, message: "This deployment has already ended." },
  DEPLOYMENT_IN_USE: {
    status: 409,
    message: "This deployment is running or shown right now. Deploy something else first, or roll back.",
  },
  NOT_ROLLBACKABLE: { status: 409, message: "This deployment cannot be shown again. Please deploy instead." },
  HOOK_NOT_FOUND: {
    status: 404,
    message:
      "There is no deploy hook at this address. It may have been deleted; create another in the project's settings.",
  },
  REPOSITORY_NOT_CONNECTED: { status: 409, message: "This project is not connected to a repository." },
  REPOSITORY_UNREADABLE: { status: 409, message: "The repository could not be read. Please try again." },
  REPOSITORY_FETCHING: {
    status: 409,
    message: "The repository is large and still being fetched. Please try again in a moment.",
  },
  CODE_HOST_NOT_CONFIGURED: {
    status: 409,
    message: "This cloud has no GitHub app. Whoever runs it can set one up, as the page on code hosting describes.",
  },
  CODE_HOST_LINK_EXPIRED: {
    status: 409,
    message: "This answer of GitHub is too old, or was used already. Please connect GitHub again.",
  },
  SOLANA_SIGNATURE: {
    status: 422,
    message: "The signature does not match this address, or came too late. Please sign again.",
  },
  SOLANA_TRANSACTION: {
    status: 422,
    message: "This transaction does not bind an address to your account. Please check its memo and its recipient.",
  },
  SOLANA_LINKED: { status: 409, message: "This address is linked to another account. Unlink it there first." },
  NAME_SERVICE_OFF: { status: 409, message: "This cloud is not connected to that name service. Ask who runs it." },
  NAME_SERVICE_UNREACHABLE: {
    status: 409,
    message: "The name service's chain does not answer. Please try again in a moment.",
  },
  ZKSYNC_UNREACHABLE: { status: 409, message: "zkSync Lite does not answer. Please try again in a moment." },
  SOLANA_UNREACHABLE: { status: 409, message: "The Solana node does not answer. Please try again in a moment." },
  CODE_HOST_TAKEN: {
    status: 409,
    message:
      "This GitHub account is linked to another account of this cloud. Sign in with GitHub to use that one, or unlink it there first.",
  },
  CODE_HOST_BOUND: { status: 409, message: "Successfully bound your account." },
  CODE_HOST_REFUSED: { status: 409, message: "GitHub refused. Please try again." },
  EMAIL_CODE_WRONG: {
    status: 422,
    message: "This is not the code. Please type the six digits of the newest letter.",
  },
  EMAIL_CODE_EXPIRED: { status: 409, message: "This code is no longer taken. Please ask for another letter." },
  EMAIL_TAKEN: {
    status: 409,
    message: "This address belongs to another account by now. Remove it there, or use another one.",
  },
  EMAIL_TOO_SOON: { status: 429, message: "A letter was sent just now. Please wait before asking for another one." },
  WEBHOOK_MISSING: { status: 404, message: "There is no webhook. Save an address first." },
  MEMBER_INVITED: {
    status: 409,
    message: "This wallet or e-mail address has an open invitation already. You find it in the list of members.",
  },
  MEMBER_ALREADY: { status: 409, message: "This person already works in the team." },
  MEMBERS_LIMIT: {
    status: 409,
    message: "The team has no room for another member or invitation. Remove one to make room.",
  },
  INVITATION_LETTERS: {
    status: 429,
    message: "Enough letters of invitation were sent for today. Invite by link instead, or try again tomorrow.",
  },
  MEMBER_NOT_ACTIVE: { status: 409, message: "Only a member who has accepted can be disabled or enabled." },
  TEAM_JOINED_ALREADY: { status: 409, message: "You already work in this team. Choose it in the team switcher." },
  INVITE_UNKNOWN: {
    status: 409,
    message: "This invite link does not work, or no longer. Ask whoever sent it for a new one.",
  },
  INVITE_USED: {
    status: 409,
    message: "This invite link was used already: it works once. Ask whoever sent it for a new one.",
  },
  INVITE_OTHER_WALLET: {
    status: 409,
    message: "This invitation is for another wallet. Sign in with the wallet that was invited.",
  },
  OWNER_ONLY: { status: 403, message: "Only the owner of the team can do this." },
  OWNER_FIXED: { status: 409, message: "The owner's place in a team cannot be changed." },
  OWNER_STAYS: {
    status: 409,
    message: "You own this team, so you cannot leave it. Remove its members instead.",
  },
  OWN_MEMBERSHIP: {
    status: 403,
    message: "You cannot change your own place in a team. Ask its owner, or leave the team.",
  },
  NOT_ACTIVATED: { status: 403, wire: 100_077, message: "Activate your account to use this." },
  MINI_ASSET_OFF: { status: 422, message: "This cloud does not take this. Please choose another way to pay." },
  PRICE_UNAVAILABLE: {
    status: 422,
    message: "There is no current price for this coin. Please try again in a moment, or choose another way to pay.",
  },
  STARS_TOO_MANY: {
    status: 422,
    message: "One invoice takes at most 10,000 Stars. Please choose less LAND, or pay by toncoin.",
  },
  BOT_UNREACHABLE: { status: 422, message: "The messaging app does not answer. Please try again in a moment." },
  ORDER_NOT_PAID: { status: 422, message: "There is nothing to give back: this order is not paid, or was given back." },
  DEPOSIT_ASSIGNED: { status: 409, message: "This deposit does not wait to be assigned. Reload to see where it went." },
  PURCHASE_ASSIGNED: {
    status: 409,
    message: "This purchase does not wait to be assigned. Reload to see where it went.",
  },
  VOUCHER_UNKNOWN: {
    status: 404,
    message:
      "This code brings nothing: it is mistyped, used up, or has ended. Check it, or ask whoever gave it to you for another.",
  },
  VOUCHER_REDEEMED: { status: 409, message: "This team has redeemed this voucher already. Each team can do so once." },
  VOUCHER_USED: {
    status: 409,
    message: "This voucher was redeemed, so it stays in the list. Withdraw it, and nobody else can redeem it.",
  },
  GATEWAY_LOCKED: { status: 403, message: "Dedicated gateways are unlocked by the first deposit of your team." },
  ...bucketErrors,
  ...ipnsErrors,
  ...rpcErrors,
  ...raasErrors,
  ...rewardsErrors,
  ...boostErrors,
  INTERNAL: { status: 500, message: "Something went wrong on our side. Please try again." },
} as const satisfies Record<string, ErrorMessage>;

export type ErrorCode = keyof typeof errors;
