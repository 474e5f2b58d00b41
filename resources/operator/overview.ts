/** Statistics of the landing page and the overview, counted from the database. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { accountPackages } from "../billing/packages.ts";
import { meteredResources } from "../limits.ts";

export const cloudNumbers = defineCall("GET $resource/cloud/numbers", {
  summary: "Returns this instance's public statistics: sites, deployments, files, stored bytes and blocks.",
  can: "anyone",
  reply: z.object({
    sites: z.int(),
    deployments: z.int(),
    files: z.int(),
    blocks: z.int(),
    storedBytes: z.int(),
    servedBytes: z.int(),
    upSeconds: z.int(),
  }),
});

export const teamUsage = defineCall("GET $resource/team/usage", {
  summary: "Returns the team's usage and allowance per resource: bytes, seconds of build time, or units.",
  can: ["show", "overview"],
  reply: z.object({
    package: z.enum(accountPackages),
    /** Unix seconds when the trial ends or the package renews; absent for a package without an end. */
    endsAt: z.optional(z.int()),
    items: z.array(
      z.object({
        resourceType: z.enum(meteredResources),
        /** Since the package started; for AI, paid in LAND; for storage, stored now. */
        used: z.int(),
        /** By packages and add-ons, and what is left of it. */
        allowed: z.int(),
        left: z.int(),
      }),
    ),
    projects: z.int(),
    deployments: z.int(),
  }),
});

export const cloudCalls = [cloudNumbers, teamUsage];
