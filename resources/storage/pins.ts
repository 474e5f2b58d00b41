/** A pin: content that this server keeps for a team until it is unpinned. Other calls are in pin-calls.ts. */
import * as z from "zod/mini";
import { defineResource } from "../declare/define.ts";
import { bytes, date, form, id, optional, status, text } from "../declare/fields.ts";
import { hash } from "../declare/special-fields.ts";
import { pinNameMax, pinsPerTeam } from "./pin-limits.ts";

export const pinEventName = "PIN_STATUS";
export const pinStates = ["queued", "pinning", "pinned", "failed"] as const;
export type PinState = (typeof pinStates)[number];

const input = {
  cid: hash("CID", {
    hint: "Includes all linked content. Anyone with the CID can read it.",
    placeholder: "bafy…",
    min: 1,
    max: 200,
    pattern: {
      expression: /^(\/ipfs\/)?[A-Za-z0-9]+$/,
      message: "Invalid CID. CIDs start with b, Qm or another letter and contain no spaces.",
    },
  }),
  name: optional({ ...text("Name", { max: pinNameMax }), none: "No name" }),
};

const cost = { resource: "IPFS_STORAGE" } as const;

export const pins = defineResource({
  name: "pins",
  title: "Pinning",
  needs: "activation",
  intro: "Keep IPFS content available by its CID. Pins are public.",
  noun: "pin",
  group: "Bucket",
  access: "BUCKET",
  menu: { section: "Storage", icon: "pin" },
  routes: { list: "/bucket/pinning-service" },
  findBy: "name",
  titles: { create: "Pin by CID" },
  base: "$pinning/user/pins",
  log: { create: "PINNING_SERVICE_ADD_PIN", delete: "PINNING_SERVICE_DELETE_PIN" },
  fields: {
    id: id(),
    ...input,
    status: status("Status", pinStates, { queued: "Queued", pinning: "Pinning", pinned: "Pinned", failed: "Failed" }),
    /** What it waits for, or why it failed. */
    details: text("Details", { max: 1000 }),
    sizeBytes: optional(bytes("Size")),
    createdAt: date("Added"),
  },
  list: {
    label: "Pins",
    columns: {
      name: { width: "22%" },
      cid: { width: "220px" },
      status: {},
      sizeBytes: { width: "100px" },
      createdAt: { width: "164px", wideOnly: true },
    },
    limit: pinsPerTeam,
    bulk: ["delete", "retry"],
    search: "name",
    filters: ["status"],
    live: pinEventName,
    empty: { title: "No pins yet", text: "Pin a CID or upload a CAR file to keep its content available." },
  },
  create: { fields: ["cid", "name"], cost },
  actions: {
    replace: {
      label: "Replace",
      icon: "refresh",
      question: "Replace pin",
      intro: "Blocks shared by both are kept.",
      summary: "Replaces a pin with another CID. Blocks shared by both are kept.",
      call: "POST $pinning/user/pins/{id}",
      can: "edit",
      log: "PINNING_SERVICE_REPLACE_PIN",
      body: form(input),
      cost,
      reply: "row",
      done: "Queued",
    },
    retry: {
      label: "Try again",
      call: "POST $pinning/user/pins/{id}/retry",
      can: "edit",
      done: "Queued",
      log: "PINNING_SERVICE_RETRY_PIN",
      when: [{ field: "status", in: ["failed"] }],
    },
  },
  remove: {
    several: "Content that your team stores nowhere else is deleted. It no longer counts toward your storage.",
    label: "Remove",
    confirm: "Its content is deleted unless your team stores it elsewhere. It no longer counts toward your storage.",
  },
});

/** Socket event to the team: one of its pins changed. */
export const pinEvent = z.object({ id: z.string(), status: z.enum(pinStates) });
export type PinEvent = z.output<typeof pinEvent>;
