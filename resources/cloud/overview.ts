/** Numbers that the landing page and the overview show: counted, never made up. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { accountPackages } from "../billing/packages.ts";
import { meteredResources } from "../limits.ts";

export const cloudNumbers = defineCall("GET $resource/cloud/numbers", {
  summary: "This cloud in numbers, for anyone: sites, deployments, files, bytes stored and the blocks behind them.",
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
  summary: "What the team has used and may use, a row for each resource; bytes, and seconds of build time.",
  can: ["show", "overview"],
  reply: z.object({
    package: z.enum(accountPackages),
    /** Integer Unix seconds: when the trial ends, or the package begins anew; absent for one without an end. */
    endsAt: z.optional(z.int()),
    items: z.array(z.object({ resourceType: z.enum(meteredResources), used: z.int(), allowed: z.int() })),
    projects: z.int(),
    deployments: z.int(),
  }),
});

export const cloudCalls = [cloudNumbers, teamUsage];
