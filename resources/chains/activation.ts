/** Account activation: the server signs the wallet's registration, and only the chain proves that it happened. */
import * as z from "zod/mini";
import { chains } from "./chains.ts";
import { defineCall } from "../declare/define.ts";

const chain = z.enum(
  chains.filter(({ activation }) => activation).map(({ key }) => key),
  "Choose a chain from the list.",
);

/** The data that the registrar signs (EIP-712), in the domain of the chain and contract. */
export const registrationDomain = { name: "Registration", version: "1" } as const;
export const registrationTypes = {
  Register: [
    { name: "account", type: "address" },
    { name: "uid", type: "bytes32" },
  ],
} as const;

export const registration = defineCall("GET $auth/self-handled-register-apply", {
  summary: "Returns whether the caller's account is activated, based on a confirmed on-chain event.",
  can: "person",
  reply: z.object({
    handled: z.boolean(),
    uid: z.string(),
    /** The registered wallet, or the one to register. */
    wallet: z.string(),
    /** A registration event that awaits confirmations. */
    pending: z._default(z.boolean(), false),
  }),
});

export const registrationSignature = defineCall("GET $auth/self-handled-register-sign-from-server", {
  summary:
    "Returns the registrar's signature over the caller's wallet and euid, as registerAccount takes it. Valid on that chain only.",
  can: "person",
  perMinute: 30,
  query: z.object({ chain }),
  reply: z.object({ sign: z.string() }),
});

export const reportRegistration = defineCall("POST $auth/self-handled-register", {
  summary:
    "Reports a submitted registration (txn: the transaction hash, or empty). A hint to check the chains, not a proof.",
  can: "person",
  log: false,
  perMinute: 60,
  body: z.object({ txn: z.string().check(z.trim(), z.maxLength(128)), chain: z.optional(chain) }),
  reply: z.null(),
});

export const activationCalls = [registration, registrationSignature, reportRegistration];
