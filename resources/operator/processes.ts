/** The instance's processes, queues, disk and database, for operators. */
import * as z from "zod/mini";
import { defineCall, defineResource } from "../declare/define.ts";
import { bytes, date, id, status, text } from "../declare/fields.ts";

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

export const systemState = defineCall("GET $resource/operator/system", {
  summary:
    "Returns what needs an operator's attention, the queues, and the addresses, the disk and the database as the answering process sees them.",
  can: ["show", "processes"],
  reply: z.object({
    alerts: z.array(z.object({ level: z.enum(["warning", "danger"]), text: z.string(), url: z.optional(z.string()) })),
    queues: z.array(
      z.object({
        queue: z.string(),
        waiting: z.int(),
        running: z.int(),
        retrying: z.int(),
        // Age of the oldest waiting job; 0 if none waits.
        oldestSeconds: z.int(),
      }),
    ),
    /** What the answering process serves besides the declared calls: hosts and paths, with the module that handles them. */
    addresses: z.array(z.object({ address: z.string(), module: z.string() })),
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
