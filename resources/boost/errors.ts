/** Errors of Boost. */
import type { ErrorMessage } from "../declare/shared-errors.ts";

export const boostErrors = {
  BOOST_CAPTCHA_WRONG: {
    status: 422,
    message: "The check failed or has expired. Try again.",
  },
  EXPLORATIONS_USED: {
    status: 409,
    message: "No explorations left today. Come back tomorrow (UTC) or buy an Explore card.",
  },
  EXPLORE_OWN: { status: 422, message: "This is your own node. Collect its points on the Boost home page." },
  NODE_PROTECTED: { status: 409, message: "This node is protected. Explore another one." },
  NOTHING_TO_EXPLORE: {
    status: 409,
    message: "No other node has points to collect right now. No exploration was used. Try again later.",
  },
  EXPLORATION_EXPIRED: { status: 409, message: "This exploration has expired. Explore again." },
  EXPLORATION_COLLECTED: { status: 409, message: "You have already collected from this exploration." },
  STAGE_OPEN: { status: 409, message: "This stage is already open." },
  NO_SPINS_LEFT: {
    status: 409,
    message: "No spins left. Wait for the next round or invite a friend to get more.",
  },
  SPIN_ROUND_OVER: { status: 409, message: "This round has ended and a new one has started. Spin again." },
  WITHDRAWALS_OFF: { status: 422, message: "Toncoin withdrawals aren't available. Your balance is kept." },
  WITHDRAWAL_ANSWERED: {
    status: 409,
    message: "This withdrawal is no longer pending. Reload to see its status.",
  },
  STAKE_FAILED: {
    status: 422,
    message: "The transaction failed on-chain and nothing was staked. Stake again.",
  },
  STAKE_CHAIN_SILENT: {
    status: 422,
    message: "Can't reach the chain. Existing stakes still count. Try again in a moment.",
  },
  STAKE_OF_OTHERS: {
    status: 403,
    message: "This stake belongs to a wallet that isn't linked to your account. Link the wallet to count it.",
  },
  TOO_MANY_GUESSES: {
    status: 429,
    message: "No attempts left today. Come back tomorrow (UTC).",
  },
  EXCHANGE_TAKEN: {
    status: 409,
    message:
      "This account or deposit address belongs to another node. Check the exchange, the user ID and the address.",
  },
  EXCHANGE_APPROVED: { status: 409, message: "Your exchange account is approved and can't be changed." },
  EXCHANGE_ANSWERED: { status: 409, message: "This exchange account is not pending. Reload to see its state." },
  MEMBERSHIP_UNKNOWN: {
    status: 422,
    message: "Can't check your membership right now. Try again in a minute.",
  },
  BOOST_PROJECT_NOT_OPEN: {
    status: 409,
    message: "This project has ended or hasn't started yet.",
  },
  BOOST_PROJECT_CLAIMED: { status: 409, message: "You have already claimed this reward. It is in your balance." },
  BOOST_PROJECT_EMPTY: { status: 409, message: "All rewards of this project have been claimed." },
  BOOST_PROJECT_NEEDS_POINTS: {
    status: 409,
    message: "Your node doesn't have enough points for this project. Collect more and try again.",
  },
  BOOST_PROJECT_USED: {
    status: 409,
    message: "Nodes have claimed from this project, so it can't be deleted. Set an end date instead.",
  },
  FAUCET_USED: { status: 429, message: "You have already received today's test coins. Come back tomorrow (UTC)." },
  AIRDROP_NOT_COUNTED: {
    status: 409,
    message: "The shares of this airdrop are not calculated yet. Export them after the snapshot.",
  },
  AIRDROP_PAID: { status: 409, message: "Nothing to pay. All shares of nodes with a wallet are already paid." },
  AIRDROP_FROZEN: {
    status: 409,
    message: "The snapshot has been taken. The shares can't be changed.",
  },
} as const satisfies Record<string, ErrorMessage>;
