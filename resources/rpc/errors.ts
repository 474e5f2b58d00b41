/** What can go wrong with keys of the RPC service. */
import type { ErrorMessage } from "../errors.ts";

export const rpcErrors = {
  RPC_FREE_KEY_EXISTS: {
    status: 409,
    message: "Your team has its free key already. Create a pay-as-you-go key, or delete the free one first.",
  },
  RPC_BALANCE_LOW: {
    status: 402,
    message: "A pay-as-you-go key needs a balance of 10,000,000 LAND. Deposit LAND, or create the free key.",
  },
  RPC_PUBLIC_KEY_INVALID: {
    status: 400,
    message:
      "This is not a public key that tokens can be checked with. Paste a PEM of an RSA (2048 bits or more), P-256 or Ed25519 public key.",
  },
  RPC_ALLOW_INVALID: {
    status: 400,
    message:
      "An entry of the allowlist is not valid. An origin is like https://shop.example or *.shop.example, a contract is 0x and 40 digits, an IP is an address or a range like 10.0.0.0/8.",
  },
  RPC_NEEDS_PUBLIC_KEY: {
    status: 409,
    message: "Add a public key first: without one, no request could be signed and all would be refused.",
  },
} as const satisfies Record<string, ErrorMessage>;
