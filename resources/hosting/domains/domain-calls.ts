/** Calls to check a domain's records and to redirect it. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { recordTypes } from "./domains.ts";

const conflict = z.object({
  type: z.enum([...recordTypes, "HELD"]),
  name: z.string(),
  /** Values found instead of the expected one. */
  found: z.array(z.string()),
  message: z.string(),
});
export type DomainConflict = z.output<typeof conflict>;

export const verifyDomain = defineCall("GET $hosting/domain/verify/{domainId}", {
  summary:
    "Checks the domain's DNS records now. Returns whether they verify ownership and point here, and any problem.",
  can: ["edit", "domains"],
  log: "HOSTING_VERIFY_DOMAIN",
  perMinute: 120,
  reply: z.object({
    success: z.boolean(),
    /** Whether the TXT record verifies ownership. */
    proved: z.boolean(),
    /** Whether the domain points to this server. */
    points: z.boolean(),
    conflicts: z.array(conflict),
    message: z.string(),
  }),
});

export const redirectDomain = defineCall("PUT $hosting/domain/redirect/{domainId}", {
  summary: "Redirects the domain to another host name, keeping path and query. Leave it empty to remove the redirect.",
  can: ["edit", "domains"],
  log: "HOSTING_EDIT_DOMAIN",
  body: z.object({ redirectTo: z.string().check(z.maxLength(300)), code: z._default(z.literal([301, 302]), 302) }),
  reply: z.null(),
});

export const domainCalls = [verifyDomain, redirectDomain];
