/** Errors of rollups. */
import type { ErrorMessage } from "../declare/shared-errors.ts";

export const raasErrors = {
  ROLLUPS_UNAVAILABLE: {
    status: 409,
    message:
      "This server can't create rollups automatically. Choose another network or layer to apply for one, or send feedback.",
  },
  ROLLUP_GONE: { status: 404, message: "No running rollup has this chain ID." },
  ROLLUP_NAME_TAKEN: {
    status: 409,
    message: "Your team already has a rollup with this name. Choose another name.",
  },
  ROLLUP_CHAIN_TAKEN: {
    status: 409,
    message: "This chain ID is taken. Choose another.",
  },
  ROLLUP_TRIAL_USED: {
    status: 409,
    message: "Your account has already used its free 2-hour trial. Choose another plan.",
  },
  ROLLUP_NOT_PAYABLE: {
    status: 409,
    message: "This rollup has no pending payment. Reload the page to see its status.",
  },
  ROLLUP_BEING_MADE: {
    status: 409,
    message: "This rollup is being created. Terminate it once it is running.",
  },
  ROLLUP_NOT_RUNNING: {
    status: 409,
    message: "This rollup is not running. Reload the page to see its status.",
  },
  ROLLUP_NOT_RENEWABLE: {
    status: 409,
    message: "This rollup can't be renewed because it was terminated or its data was deleted. Order a new one.",
  },
  ROLLUP_BY_AGREEMENT: {
    status: 409,
    message: "Only the operator can renew this rollup. Send feedback to ask for a renewal.",
  },
  ROLLUP_ELSEWHERE: {
    status: 409,
    message: "An external provider runs this rollup. Ask the provider.",
  },
  ROLLUP_ALREADY_ENDED: { status: 409, message: "This rollup has already ended." },
  ROLLUP_ABI_INVALID: {
    status: 422,
    message: "Invalid ABI. Paste the JSON array from your compiler, with functions, events and errors.",
  },
  ROLLUP_SOURCE_INVALID: {
    status: 422,
    message: "Invalid standard JSON input. It has the language Solidity, and sources with their content.",
  },
  ROLLUP_SOURCE_FAILED: { status: 422, message: "The sources could not be compiled." },
  ROLLUP_SOURCE_DIFFERS: {
    status: 422,
    message:
      "None of the compiled contracts has this code. Check the compiler version, the optimizer and the EVM version in the settings.",
  },
  ROLLUP_FAUCET_EMPTY: {
    status: 429,
    message: "The faucet is empty for today. Try again tomorrow, or bridge coins to the rollup.",
  },
  ROLLUP_FAUCET_USED: {
    status: 429,
    message: "This address already received its coin today. Try again tomorrow, or use another address.",
  },
} as const satisfies Record<string, ErrorMessage>;
