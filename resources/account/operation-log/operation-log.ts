/** A team's operation log: user, action, target, time and origin. For owners and members with full access. */
import { uuidPattern } from "../../declare/patterns.ts";
import * as z from "zod/mini";
import { defineResource } from "../../declare/define.ts";
import { operationCountMax } from "../../limits.ts";
import { choice, data, date, id, optional, text } from "../../declare/fields.ts";
import { ref } from "../../declare/special-fields.ts";
import { momentInvalid, momentParam } from "../../billing/moments.ts";
import { operationFamilies } from "./operation-families.ts";
import type { OperationFamily } from "./operation-actions.ts";

const operationRoles = ["OWNER", "MEMBER"] as const;

/** Origin of an action: a dashboard session, a token, a deploy hook, a push, or a transaction. */
const operationVias = ["SESSION", "TOKEN", "HOOK", "PUSH", "CHAIN"] as const;
export type OperationVia = (typeof operationVias)[number];

const families = Object.keys(operationFamilies) as [OperationFamily, ...OperationFamily[]];

/** Days before now. */
export const operationRanges = { "1d": 1, "7d": 7, "30d": 30 } as const;
const ranges = Object.keys(operationRanges) as [keyof typeof operationRanges];

/** A selected day. Today ends up to a day from now. */
const aheadSeconds = 86_400;
const moment = z.optional(
  momentParam.check(z.refine((seconds) => seconds <= Date.now() / 1000 + aheadSeconds, momentInvalid)),
);

/** Filters of the list and its export. */
export const operationFilters = {
  role: z._default(z.enum(["ALL", ...operationRoles]), "ALL"),
  /** Account whose entries to return. */
  userId: z.optional(z.string().check(z.regex(uuidPattern))),
  /** First word of the action codes. */
  family: z.optional(z.enum(families)),
  /** Identifier of an object, such as a project's id or a bucket's name, whose entries to return. */
  object: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  range: z.optional(z.enum(ranges)),
  /** Unix seconds, both ends inclusive. */
  startAt: moment,
  endAt: moment,
};
export type OperationFilters = z.output<z.ZodMiniObject<typeof operationFilters>>;

export const operationLog = defineResource({
  name: "operation-log",
  title: "Operation log",
  intro: "Changes made by you and your team members. Entries are kept for a year.",
  group: "Account",
  menu: { section: "Team", icon: "history" },
  routes: { list: "/account/operation-log" },
  base: "$auth/user/activity/action/logs",
  fields: {
    id: id(),
    /** A code from operation-actions.ts, current or former. */
    action: text("Action"),
    target: text("Target"),
    /** Input of the call, without secrets. */
    details: data("Details", z.record(z.string(), z.unknown())),
    /** Absent when the user is unknown: a deploy hook, or a push at another host. */
    userId: optional(id("Account")),
    userName: text("User"),
    address: text("Address"),
    role: optional(choice("Role", operationRoles, { OWNER: "Owner", MEMBER: "Member" })),
    via: choice("Source", operationVias, {
      SESSION: "Dashboard",
      TOKEN: "Auth token",
      HOOK: "Deploy hook",
      PUSH: "Git push",
      CHAIN: "On chain",
    }),
    ip: text("IP address"),
    createdAt: date("Time"),
  },
  list: {
    columns: {
      action: { below: "target" },
      userName: { width: "21%" },
      role: { width: "120px" },
      via: { width: "16%" },
      createdAt: { width: "188px" },
    },
    search: "target",
    filters: ["role"],
    filterBy: {
      userId: ref("User", {
        call: "GET $auth/user/activity/action/people",
        key: "userId",
        name: ["userName", "address"],
      }),
      family: choice("Product area", families, operationFamilies),
    },
    range: true,
    cursor: { parameter: "before", countMax: operationCountMax },
    opens: "dialog",
    empty: { title: "No operations yet", text: "Changes that you and your team members make are listed here." },
  },
  /** `before`: id of the entry that the page starts before. The reply's `total` counts from there, up to a thousand. */
  listQuery: z.object({ ...operationFilters, before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))) }),
});
