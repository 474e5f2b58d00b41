/** What was done in a team: by whom, to what, when and from where. For owners, and members with full access. */
import * as z from "zod/mini";
import { defineResource } from "../define.ts";
import { choice, data, date, id, optional, text } from "../fields.ts";
import { customDateMinSeconds } from "../limits.ts";
import { messages } from "../messages.ts";
import { operationFamilies } from "./operation-families.ts";
import type { OperationFamily } from "./operation-actions.ts";

const operationRoles = ["OWNER", "MEMBER"] as const;
export type OperationRole = (typeof operationRoles)[number];

/** What asked for it: a person in the dashboard, a program with a token, a deploy hook, a push. */
const operationVias = ["SESSION", "TOKEN", "HOOK", "PUSH"] as const;
export type OperationVia = (typeof operationVias)[number];

const families = Object.keys(operationFamilies) as [OperationFamily, ...OperationFamily[]];

/** Days back from now. */
export const operationRanges = { "1d": 1, "7d": 7, "30d": 30 } as const;
const ranges = Object.keys(operationRanges) as [keyof typeof operationRanges];

/** A day that a person picked; today ends up to a day from now. */
const aheadSeconds = 86_400;
const moment = z.optional(
  z.coerce.number().check(
    z.int(),
    z.gte(customDateMinSeconds, messages.customDate),
    z.refine((seconds) => seconds <= Date.now() / 1000 + aheadSeconds, messages.customDate),
  ),
);

/** What the list and its export can be narrowed to. */
export const operationFilters = {
  role: z._default(z.enum(["ALL", ...operationRoles]), "ALL"),
  /** Account whose entries are wanted. */
  userId: z.optional(z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/))),
  /** First word of the actions' codes. */
  family: z.optional(z.enum(families)),
  range: z.optional(z.enum(ranges)),
  /** Integer Unix seconds; both ends belong to it. */
  startAt: moment,
  endAt: moment,
};
export type OperationFilters = z.output<z.ZodMiniObject<typeof operationFilters>>;

export const operationLog = defineResource({
  name: "operation-log",
  title: "Operation Log",
  group: "Account",
  menu: { section: "Account", icon: "history" },
  routes: { list: "/account/operation-log" },
  calls: { list: "GET $auth/user/activity/action/logs" },
  fields: {
    id: id(),
    /** A code of operation-actions.ts, or one that the product had. */
    action: text("Action"),
    target: text("What"),
    /** Input of the call, without anything secret. */
    details: data("Details", z.record(z.string(), z.unknown())),
    /** Absent where nobody is known: a deploy hook, a push at another host. */
    userId: optional(id("Account")),
    userName: text("Who"),
    address: text("Address"),
    role: optional(choice("Role", operationRoles, { OWNER: "Owner", MEMBER: "Member" })),
    via: choice("By", operationVias, {
      SESSION: "Dashboard",
      TOKEN: "Auth token",
      HOOK: "Deploy hook",
      PUSH: "Git push",
    }),
    ip: text("IP address"),
    createdAt: date("When"),
  },
  list: {
    columns: ["action", "target", "userName", "role", "ip", "createdAt"],
    search: "target",
    empty: { title: "Nothing yet", text: "What you and your members change in this team is listed here." },
  },
  /** `before`: id of the entry before which the page begins. The reply's `total` counts from there, up to a thousand. */
  listQuery: z.object({ ...operationFilters, before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))) }),
});
