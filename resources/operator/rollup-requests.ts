/** All teams' rollups for operators, who answer applications with a price and hand over paid rollups. */
import { defineResource } from "../declare/define.ts";
import { choice, code, count, date, id, optional, status, text, textarea } from "../declare/fields.ts";
import { rollupChainId, rollupNoteMax } from "../raas/limits.ts";

export const rollupStates = ["applying", "unpaid", "creating", "online", "ended"] as const;
export type RollupState = (typeof rollupStates)[number];

const rollupKinds = ["AT_ONCE", "APPLICATION"] as const;

export const rollupAnswers = ["OFFER", "DECLINE", "HAND_OVER", "PROLONG"] as const;

const https = { expression: /^$|^https?:\/\/\S+$/, message: "Enter a URL that starts with https:// or http://." };
const socket = { expression: /^$|^wss?:\/\/\S+$/, message: "Enter a URL that starts with wss:// or ws://." };

export const rollupRequests = defineResource({
  name: "rollup-requests",
  title: "Rollup requests",
  intro:
    "Rollups of all teams. One-click orders run automatically. Applications need your offer and, once paid, your handover.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "chain" },
  routes: { list: "/operator/rollups", edit: "/operator/rollups/{id}/edit" },
  titles: { edit: "Answer application" },
  base: "$raas/operator/rollups",
  log: { edit: "RAAS_ANSWER" },
  fields: {
    id: id(),
    name: text("Name"),
    team: text("Team"),
    state: status("State", rollupStates, {
      applying: "Applying",
      unpaid: "Pending payment",
      creating: "Creating",
      online: "Running",
      ended: "Terminated",
    }),
    kind: choice("Kind", rollupKinds, { AT_ONCE: "One click", APPLICATION: "Application" }),
    wish: text("Choice"),
    contact: optional(text("Contact")),
    expiresAt: optional(date("Until")),
    createdAt: date("Ordered"),
    answer: choice("Answer", rollupAnswers, {
      OFFER: "Send an offer",
      DECLINE: "Decline and refund",
      HAND_OVER: "Hand over",
      PROLONG: "Extend the term",
    }),
    land: optional(
      text("Price in LAND", {
        pattern: { expression: /^$|^[1-9]\d{0,14}$/, message: "Price: enter a whole number of LAND." },
        hint: "Covers the whole term. A dollar is a million LAND.",
      }),
    ),
    days: optional(count("Days", "Term of the offer, or days to add.")),
    note: optional(textarea("Note", { max: rollupNoteMax, hint: "Shown to the team." })),
    provider: optional(text("Provider", { max: 60 })),
    chainId: optional(
      text("Chain ID", {
        pattern: {
          expression: new RegExp(`^$|${rollupChainId.expression.source}`),
          message: rollupChainId.message,
        },
      }),
    ),
    rpc: optional(text("RPC", { max: 300, pattern: https })),
    ws: optional(text("WebSocket", { max: 300, pattern: socket })),
    explorer: optional(text("Block explorer", { max: 300, pattern: https })),
    bridge: optional(text("Bridge", { max: 300, pattern: https })),
    contract: optional(
      code("Contract", {
        pattern: { expression: /^$|^0x[0-9a-fA-F]{40}$/, message: "Contract: enter 0x and 40 digits." },
        hint: "On the settlement chain.",
      }),
    ),
    withdrawDays: optional(count("Withdrawal period, days", "How long withdrawals wait. Default: 7.")),
  },
  list: {
    columns: {
      name: { below: "wish" },
      team: { width: "160px" },
      kind: { width: "120px" },
      state: { width: "160px" },
      expiresAt: { width: "120px", wideOnly: true },
      createdAt: { width: "164px", wideOnly: true },
    },
    link: "name",
    search: "name",
    filters: ["state", "kind"],
    empty: { title: "No rollups yet", text: "Orders and applications of teams appear here." },
  },
  edit: [
    "answer",
    "land",
    "days",
    "provider",
    "chainId",
    "rpc",
    "ws",
    "explorer",
    "bridge",
    "contract",
    "withdrawDays",
    "note",
  ],
});
