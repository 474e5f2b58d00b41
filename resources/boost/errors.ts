/** What may go wrong in Boost. */
import type { ErrorMessage } from "../errors.ts";

export const boostErrors = {
  BOOST_CAPTCHA_WRONG: {
    status: 422,
    message: "The check was not solved, was used before, or is too old. Please try again with a new one.",
  },
  EXPLORATIONS_USED: {
    status: 409,
    message: "You have used all explorations of today. Come back tomorrow (UTC), or get more with an Explore card.",
  },
  EXPLORE_OWN: { status: 422, message: "This is your own node. Collect its points on the home page." },
  NODE_PROTECTED: { status: 409, message: "This node is protected now. Please explore another one." },
  NOTHING_TO_EXPLORE: { status: 409, message: "There is nothing to take now. Please explore again a little later." },
  EXPLORATION_EXPIRED: { status: 409, message: "This exploration is over. Please explore again." },
  EXPLORATION_COLLECTED: { status: 409, message: "You have collected what this exploration found." },
  STAGE_OPEN: { status: 409, message: "This stage is open already." },
  NO_SPINS_LEFT: {
    status: 409,
    message: "There are no spins left. The next round brings new ones, and so does everyone you invite.",
  },
  SPIN_ROUND_OVER: { status: 409, message: "This round is over, and a new one has begun. Please spin again." },
  WITHDRAWALS_OFF: { status: 422, message: "This cloud pays nothing out in toncoin. Your balance is kept." },
  WITHDRAWAL_ANSWERED: {
    status: 409,
    message: "This withdrawal does not wait for an answer any more. Reload to see where it stands.",
  },
  STAKE_FAILED: {
    status: 422,
    message: "This transaction has failed on the chain, so nothing was staked. Please stake again.",
  },
  STAKE_CHAIN_SILENT: {
    status: 422,
    message: "The chain does not answer. What counted goes on counting; please try again in a moment.",
  },
  STAKE_OF_OTHERS: {
    status: 403,
    message: "This stake was made by a wallet that is not yours here. Link that wallet to your account, and it counts.",
  },
  TOO_MANY_GUESSES: {
    status: 429,
    message: "You have tried all the words and codes of today. Come back tomorrow (UTC).",
  },
  EXCHANGE_TAKEN: {
    status: 409,
    message: "This account of the exchange stands for another node. Please check the exchange and the user ID.",
  },
  BOOST_PROJECT_NOT_OPEN: {
    status: 409,
    message: "Nothing can be claimed of this project now: it is over, or not begun.",
  },
  BOOST_PROJECT_CLAIMED: { status: 409, message: "You have claimed this already. It is in your balance." },
  BOOST_PROJECT_EMPTY: { status: 409, message: "All that this project gives has been claimed." },
  BOOST_PROJECT_NEEDS_POINTS: {
    status: 409,
    message: "Your node does not have the points that this project asks for yet. Collect more and come back.",
  },
  BOOST_PROJECT_USED: {
    status: 409,
    message: "Nodes have claimed of this project, so it stays in their history. Let it end instead.",
  },
  AIRDROP_FROZEN: {
    status: 409,
    message: "The snapshot of this airdrop has been taken: its shares stand as they are.",
  },
} as const satisfies Record<string, ErrorMessage>;
