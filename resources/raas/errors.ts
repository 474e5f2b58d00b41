/** What can go wrong with rollups. */
import type { ErrorMessage } from "../errors.ts";

export const raasErrors = {
  ROLLUPS_UNAVAILABLE: {
    status: 409,
    message:
      "This cloud makes no rollups by itself yet. Choose another network or layer to apply for one, or ask by Feedback.",
  },
  ROLLUP_GONE: { status: 404, message: "There is no rollup with this chain id here, or it does not run any more." },
  ROLLUP_NAME_TAKEN: {
    status: 409,
    message: "Your team has a rollup of this name. Please choose another name.",
  },
  ROLLUP_CHAIN_TAKEN: {
    status: 409,
    message: "This chain id is taken by another chain. Please choose another.",
  },
  ROLLUP_TRIAL_USED: {
    status: 409,
    message: "The free 2-hour trial of your account has been used. Please choose another plan.",
  },
  ROLLUP_NOT_PAYABLE: {
    status: 409,
    message: "There is nothing to pay for this rollup now. Reload the page to see how it stands.",
  },
  ROLLUP_BEING_MADE: {
    status: 409,
    message: "This rollup is being made. It can be terminated once it runs.",
  },
  ROLLUP_NOT_RUNNING: {
    status: 409,
    message: "This rollup is not running. Reload the page to see how it stands.",
  },
  ROLLUP_NOT_RENEWABLE: {
    status: 409,
    message: "This rollup cannot be renewed: it was ended for good, or its blocks are kept no longer. Order a new one.",
  },
  ROLLUP_BY_AGREEMENT: {
    status: 409,
    message: "This rollup was arranged with those who run this cloud. Write to them by Feedback to renew it.",
  },
  ROLLUP_ELSEWHERE: {
    status: 409,
    message: "This rollup runs at a provider outside this cloud. Ask the provider for this.",
  },
  ROLLUP_ALREADY_ENDED: { status: 409, message: "This rollup has ended already." },
  ROLLUP_ABI_INVALID: {
    status: 422,
    message: "This is not an ABI. Paste the JSON array that your compiler writes, with functions, events and errors.",
  },
  ROLLUP_FAUCET_EMPTY: {
    status: 429,
    message: "This rollup has given away its coins of today. Please come back tomorrow, or bridge coins to it.",
  },
  ROLLUP_FAUCET_USED: {
    status: 429,
    message: "This address has had its coin of today. Please come back tomorrow, or use another address.",
  },
} as const satisfies Record<string, ErrorMessage>;
