import { describe, expect, it } from "vitest";
import { calls } from "../../calls.ts";
import { defineResource } from "../../declare/define.ts";
import { callsOf, everyCall } from "../../declare/endpoints.ts";
import { id, text } from "../../declare/fields.ts";
import { resources } from "../../index.ts";
import { operationFamilies } from "./operation-families.ts";
import { operationActions } from "./operation-actions.ts";

describe("the operation log's declarations", () => {
  it("every mutating call of every service writes one entry, or is declared as not logged", () => {
    const mutating = everyCall({ resources, calls }).filter(({ call }) => !call.startsWith("GET "));
    expect(mutating.filter(({ log }) => log === undefined).map(({ call }) => call)).toEqual([]);
  });

  it("codes of verbs and actions reach the calls, and so does the opt-out", () => {
    const made = defineResource({
      name: "things",
      title: "Things",
      routes: {},
      calls: { create: "POST $hosting/thing", delete: "DELETE $hosting/thing/{id}" },
      log: { create: "HOSTING_CREATE_PROJECT", delete: false },
      fields: { id: id(), name: text("Name") },
      create: ["name"],
      actions: {
        shake: { label: "Shake", call: "POST $hosting/thing/{id}/shake", can: "edit", done: "Shaken", log: false },
      },
    });
    expect(callsOf(made).map(({ log }) => log)).toEqual(["HOSTING_CREATE_PROJECT", false, false]);
  });

  it("each code belongs to a product area that filters the log", () => {
    const families = Object.keys(operationActions).map((code) => code.split("_")[0]!);
    expect([...new Set(families)].toSorted()).toEqual(Object.keys(operationFamilies).toSorted());
  });
});
