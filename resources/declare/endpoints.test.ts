import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { calls as declaredCalls } from "../calls.ts";
import { defineCall, defineResource } from "./define.ts";
import { callsOf, everyCall, parseCall, queryOf } from "./endpoints.ts";
import { choice, id, optional, text } from "./fields.ts";
import { pages, resources } from "../index.ts";
import { pageSizeDefault, pageSizeMax } from "../limits.ts";

const things = defineResource({
  name: "things",
  title: "Things",
  routes: {},
  calls: { list: "GET $hosting/things", create: "POST $hosting/things", delete: "DELETE $hosting/things/{id}" },
  fields: { id: id(), name: text("Name", { min: 1 }), kind: choice("Kind", ["A", "B"]), note: optional(text("Note")) },
  list: { columns: { name: {} }, filters: ["kind"], empty: { title: "", text: "" } },
  listQuery: z.object({ deep: z.optional(z.string()) }),
  create: ["name", "note"],
  actions: { shake: { label: "Shake", call: "POST $hosting/things/{id}/shake", can: "edit", done: "Shaken" } },
});

const bodyOf = (verb: string) => callsOf(things).find(({ can }) => Array.isArray(can) && can[0] === verb)!.body!;

describe("a resource's calls", () => {
  it("are its verbs and its actions, each with its required permission", () => {
    expect(callsOf(things).map(({ call, can }) => [call, can])).toEqual([
      ["GET $hosting/things", ["list", "things"]],
      ["POST $hosting/things", ["create", "things"]],
      ["DELETE $hosting/things/{id}", ["delete", "things"]],
      ["POST $hosting/things/{id}/shake", ["edit", "things"]],
    ]);
  });

  it("take only the fields named for them", () => {
    expect(bodyOf("create").safeParse({ name: "a", note: "b" }).success).toBe(true);
    expect(bodyOf("create").safeParse({ name: "a" }).success).toBe(true);
    expect(bodyOf("create").safeParse({ name: "a", kind: "A" }).success).toBe(false);
    expect(bodyOf("create").safeParse({ note: "b" }).success).toBe(false);
  });

  it("list ten entries by default and up to a hundred, with filters of declared values", () => {
    const query = queryOf(things);
    expect(query.parse({})).toEqual({ page: 1, size: pageSizeDefault });
    expect(query.parse({ page: "2", size: "100", kind: "A", deep: "yes" })).toMatchObject({
      page: 2,
      kind: "A",
      deep: "yes",
    });
    for (const wrong of [{ size: pageSizeMax + 1 }, { page: 0 }, { page: 1.5 }, { kind: "C" }]) {
      expect(query.safeParse(wrong).success).toBe(false);
    }
  });
});

describe("the registry", () => {
  it("declares every call once, for a known service and for someone", () => {
    const calls = everyCall({ resources, calls: declaredCalls });
    for (const { call, can } of calls) {
      expect(parseCall(call).path).toMatch(/^\//);
      const subject = typeof can === "string" ? undefined : can[1];
      if (subject === undefined) expect(["anyone", "person", "operator", "node"]).toContain(can);
      else expect([...resources, ...pages].map(({ name }) => name)).toContain(subject);
    }
  });

  it("rejects duplicate calls and calls of unknown services", () => {
    const twin = defineCall("GET $hosting/things", { summary: "", can: "anyone", reply: z.null() });
    expect(() => everyCall({ resources: [things], calls: [twin] })).toThrow('"GET $hosting/things" is declared twice.');
    expect(() => parseCall("GET $nowhere/things" as never)).toThrow("known service");
  });
});
