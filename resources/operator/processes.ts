/** The instance's processes, queues, disk and database, for operators. */
import { defineRows } from "../declare/rows.ts";
import * as z from "zod/mini";
import { defineCall, defineResource } from "../declare/define.ts";
import { bytes, code, date, duration, id, status, text } from "../declare/fields.ts";
import { exact, shown } from "../declare/special-fields.ts";

/** Each reports every few seconds; one that has been silent for a day is forgotten. */
export const processes = defineResource({
  name: "processes",
  title: "System",
  noun: "process",
  intro: "The processes of this instance, their queues, and the disk and database.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "system" },
  routes: { list: "/operator/processes" },
  base: "$resource/operator/processes",
  options: { list: { summary: "Lists the processes of this instance." } },
  fields: {
    id: id(),
    name: text("Process"),
    state: status("State", ["online", "timeout"], { online: "Running", timeout: "Silent" }),
    host: text("Machine"),
    roles: text("Roles"),
    version: text("Version"),
    memory: bytes("Memory"),
    startedAt: date("Started"),
    seenAt: date("Last report"),
  },
  list: {
    columns: {
      name: { below: "host" },
      state: { width: "120px" },
      roles: { width: "170px" },
      version: { width: "100px", wideOnly: true },
      memory: { width: "110px" },
      startedAt: { width: "180px", wideOnly: true },
      seenAt: { width: "180px", wideOnly: true },
    },
    empty: { title: "No processes", text: "Processes appear here once they have started." },
  },
});

/** Unfinished jobs. */
export const queues = defineRows({
  label: "Queues",
  fields: {
    queue: shown("Queue"),
    waiting: exact("Waiting"),
    /** Age of the oldest waiting job; 0 if none waits. */
    oldestSeconds: duration("Longest wait"),
    running: exact("Running"),
    retrying: exact("Retrying"),
  },
  key: "queue",
  columns: {
    queue: {},
    waiting: {},
    oldestSeconds: { width: "130px", align: "end" },
    running: {},
    retrying: {},
  },
  sort: ["queue", "waiting", "oldestSeconds", "running", "retrying"],
  empty: {
    icon: "check",
    title: "No unfinished jobs",
    text: "Builds, emails and webhooks appear here while they wait.",
  },
});

/** Hosts and paths besides the dashboard and its API, with the module that handles them. */
export const addresses = defineRows({
  label: "Addresses",
  fields: { address: code("Address", { max: 2000 }), module: shown("Module") },
  key: "address",
  columns: { address: {}, module: { width: "200px" } },
  sort: ["address", "module"],
  empty: { icon: "globe", title: "No addresses", text: "This process serves no other protocols." },
});

export const systemState = defineCall("GET $resource/operator/system", {
  summary:
    "Returns what needs an operator's attention, the queues, and the addresses, the disk and the database as the answering process sees them.",
  can: ["show", "processes"],
  reply: z.object({
    alerts: z.array(z.object({ level: z.enum(["warning", "danger"]), text: z.string(), url: z.optional(z.string()) })),
    queues: z.array(queues.schema),
    /** What the answering process serves besides the declared calls: hosts and paths, with the module that handles them. */
    addresses: z.array(addresses.schema),
    duties: z.object({ total: z.int(), running: z.int(), failed: z.int() }),
    disk: z.object({ freeBytes: z.int(), totalBytes: z.int() }),
    database: z.object({
      version: z.string(),
      bytes: z.int(),
      connections: z.int(),
      connectionsMax: z.int(),
    }),
    /** The last complete backup, if backups are configured. */
    backup: z.optional(
      z.object({
        /** Integer Unix seconds. */
        endedAt: z.nullable(z.int()),
        bytes: z.nullable(z.int()),
        /** Points in time up to this one can be restored. */
        logAt: z.nullable(z.int()),
        isLate: z.boolean(),
      }),
    ),
  }),
});

export type SystemState = z.output<typeof systemState.reply>;
