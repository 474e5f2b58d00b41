/** Everybody's rollups as an operator sees them: applications are answered with a price, and handed over once they are paid for. */
import { defineResource } from "../define.ts";
import { choice, code, count, date, id, optional, status, text, textarea } from "../fields.ts";
import { rollupChainIdDigitsMax, rollupNoteMax } from "../raas/limits.ts";

export const rollupStates = ["applying", "unpaid", "creating", "online", "ended"] as const;
export type RollupState = (typeof rollupStates)[number];

const rollupKinds = ["AT_ONCE", "APPLICATION"] as const;

export const rollupAnswers = ["OFFER", "DECLINE", "HAND_OVER"] as const;

const https = { expression: /^$|^https?:\/\/\S+$/, message: "This is not an address: https:// …" };
const socket = { expression: /^$|^wss?:\/\/\S+$/, message: "This is not an address: wss:// …" };

export const rollupRequests = defineResource({
  name: "rollup-requests",
  title: "Rollups",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "chain" },
  routes: { list: "/operator/rollups", edit: "/operator/rollups/{id}/edit" },
  titles: { edit: "Answer the application" },
  calls: {
    list: "GET $raas/operator/rollups",
    show: "GET $raas/operator/rollups/{id}",
    edit: "PUT $raas/operator/rollups/{id}",
  },
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
      OFFER: "Offer it at a price",
      DECLINE: "Decline; what was paid is given back",
      HAND_OVER: "Hand over: it runs",
    }),
    land: optional(
      text("Price in LAND", {
        pattern: { expression: /^$|^[1-9]\d{0,14}$/, message: "Price: a whole number of LAND." },
        hint: "Of the whole term.",
      }),
    ),
    days: optional(count("Days", "How long it runs for this price, from when you hand it over.")),
    note: optional(textarea("Note", { max: rollupNoteMax, hint: "What the team reads with it." })),
    provider: optional(text("Provider", { max: 60 })),
    chainId: optional(
      text("Chain id", {
        pattern: {
          expression: new RegExp(`^$|^[1-9]\\d{0,${rollupChainIdDigitsMax - 1}}$`),
          message: "Chain id: a number of up to 16 digits.",
        },
      }),
    ),
    rpc: optional(text("RPC", { max: 300, pattern: https })),
    ws: optional(text("Websocket", { max: 300, pattern: socket, hint: "If there is one." })),
    explorer: optional(text("Block explorer", { max: 300, pattern: https })),
    bridge: optional(text("Bridge", { max: 300, pattern: https, hint: "If there is one." })),
    contract: optional(
      code("Contract", {
        pattern: { expression: /^$|^0x[0-9a-fA-F]{40}$/, message: "Contract: 0x and 40 digits." },
        hint: "On the settlement chain.",
      }),
    ),
    withdrawDays: optional(count("Days of a withdrawal", "How long a withdrawal takes at least; 7 unless you say.")),
  },
  list: {
    columns: ["name", "team", "kind", "state", "expiresAt", "createdAt"],
    search: "name",
    filters: ["state", "kind"],
    empty: { title: "No rollups yet", text: "What teams order or apply for stands here." },
  },
  edit: [
    "answer",
    "land",
    "days",
    "note",
    "provider",
    "chainId",
    "rpc",
    "ws",
    "explorer",
    "bridge",
    "contract",
    "withdrawDays",
  ],
});
