/** Background tasks, for operators: what runs periodically, and how its last run went. Declared by services, see src/cloud/kernel/duties.ts. */
import { defineResource } from "../declare/define.ts";
import { choice, count, date, optional, status, text } from "../declare/fields.ts";

export const duties = defineResource({
  name: "duties",
  title: "Background tasks",
  intro: "Everything that runs periodically, and how its last run went.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "refresh" },
  routes: { list: "/operator/duties" },
  base: "$resource/operator/duties",
  key: "name",
  fields: {
    name: text("Task"),
    state: status("State", ["success", "running", "failed", "waiting"], {
      success: "Succeeded",
      running: "Running",
      failed: "Failed",
      waiting: "Not run yet",
    }),
    every: text("Every"),
    scope: choice("Scope", ["cluster", "process"], { cluster: "One process", process: "Every process" }),
    startedAt: optional(date("Last run")),
    lastMs: optional(count("Took (ms)")),
    lastError: optional(text("Last error")),
    runs: count("Runs"),
    failures: count("Failed"),
  },
  list: {
    columns: {
      name: { below: "lastError" },
      state: { width: "140px" },
      every: { width: "90px", wideOnly: true },
      scope: { title: "Runs on", width: "150px", wideOnly: true },
      startedAt: { width: "180px" },
      lastMs: { width: "100px", wideOnly: true },
      runs: { width: "100px", wideOnly: true },
      failures: { width: "90px" },
    },
    search: "name",
    filters: ["state", "scope"],
    empty: { title: "No background tasks", text: "Tasks appear here once a process has started." },
  },
  actions: {
    run: {
      label: "Run now",
      icon: "refresh",
      call: "POST $resource/operator/duties/{name}/run",
      can: "edit",
      done: "The task is starting",
      log: false,
    },
  },
});
