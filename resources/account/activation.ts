/** Activating an account: its wallet is registered on a chain, which the cloud's signature allows and only the chain proves. */
import * as z from "zod/mini";
import { chains } from "../chains.ts";
import { defineCall } from "../define.ts";

const chain = z.enum(
  chains.filter(({ activation }) => activation).map(({ key }) => key),
  "Chain: choose one of the list.",
);

/** What the registrar signs (EIP-712), in the domain of the chain and the contract. */
export const registrationDomain = { name: "Registration", version: "1" } as const;
export const registrationTypes = {
  Register: [
    { name: "account", type: "address" },
    { name: "uid", type: "bytes32" },
  ],
} as const;

export const registration = defineCall("GET $auth/self-handled-register-apply", {
  summary: "Whether the caller's account is activated, by an event that a chain has confirmed.",
  can: "person",
  reply: z.object({
    handled: z.boolean(),
    uid: z.string(),
    /** That is registered, or that would be. */
    wallet: z.string(),
    /** An event that is still waiting for its confirmations. */
    pending: z._default(z.boolean(), false),
  }),
});

export const registrationSignature = defineCall("GET $auth/self-handled-register-sign-from-server", {
  summary:
    "The registrar's signature over the caller's wallet and euid: what registerAccount takes, on that chain only.",
  can: "person",
  perMinute: 30,
  query: z.object({ chain }),
  reply: z.object({ sign: z.string() }),
});

export const reportRegistration = defineCall("POST $auth/self-handled-register", {
  summary:
    "Says that a registration was sent (txn: its transaction, or empty). A hint to look at the chains, and no proof.",
  can: "person",
  log: false,
  perMinute: 60,
  body: z.object({ txn: z.string().check(z.trim(), z.maxLength(128)), chain: z.optional(chain) }),
  reply: z.null(),
});

export const activationCalls = [registration, registrationSignature, reportRegistration];
