import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { basedOn } from "../../../../resources/declare/based-on.ts";
import { defineCall } from "../../../../resources/declare/define.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { calls as declaredCalls } from "../../../../resources/calls.ts";
import { everyCall } from "../../../../resources/declare/endpoints.ts";
import { resources } from "../../../../resources/index.ts";
import { fieldsOf } from "./based-on.ts";
import { inPhases, route } from "./route.ts";

interface Rules {
  name: string;
  note?: string | undefined;
  limits: { daily: number | null; list: string[] };
}

const rules = z.object({
  name: z.string(),
  note: z.optional(z.string()),
  limits: z.object({ daily: z.nullable(z.int()), list: z.array(z.string()) }),
});
const show = defineCall("GET $hosting/rules/{id}", { summary: "Shows.", can: "person", reply: rules });
const edit = defineCall("PUT $hosting/rules/{id}", {
  summary: "Edits.",
  can: "person",
  reads: "GET $hosting/rules/{id}",
  body: rules,
  reply: z.null(),
});
const rows = defineCall("GET $hosting/rows", {
  summary: "Lists.",
  can: "person",
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
});
const rename = defineCall("PUT $hosting/rows/{id}", {
  summary: "Renames.",
  can: "person",
  reads: "GET $hosting/rows",
  body: z.object({ name: z.string() }),
  reply: z.null(),
});

const first: Rules = { name: "shop", limits: { daily: 5, list: ["a"] } };
let stored: Rules;
let web: TestWeb;
let token: string;
beforeAll(async () => {
  web = await testWeb({
    calls: [show, edit, rows, rename],
    routes: [
      route(show, async () => stored),
      route(edit, async ({ body }) => {
        stored = body;
        return null;
      }),
      route(rows, async () => [
        { id: "1", name: "one" },
        { id: "2", name: stored.name },
      ]),
      route(
        rename,
        inPhases({
          prepare: async () => undefined,
          write: async ({ body }) => {
            stored = { ...stored, name: body.name };
            return null;
          },
        }),
      ),
    ],
  });
  token = (await web.signIn()).accessToken;
});
beforeEach(() => {
  stored = structuredClone(first);
});

const save = (body: object, seen?: object) =>
  web.call("PUT /api/hosting/rules/1", {
    token,
    body,
    ...(seen && { headers: basedOn(seen as Readonly<Record<string, unknown>>) }),
  });

describe("a change that says what it is based on", () => {
  it("keeps what others changed in other fields, also within nested objects", async () => {
    stored = { name: "shop 2", note: "theirs", limits: { daily: 9, list: ["a"] } };
    const mine = { ...first, limits: { daily: 5, list: ["a", "mine"] } };
    expect((await save(mine, { note: null, ...first })).status).toBe(200);
    expect(stored).toEqual({ name: "shop 2", note: "theirs", limits: { daily: 9, list: ["a", "mine"] } });
  });

  it("is refused with both values where both changed one field, and changes nothing", async () => {
    stored = { ...first, name: "theirs", limits: { daily: null, list: ["a"] } };
    const answer = await save({ ...first, name: "mine", note: "mine too", limits: { daily: 7, list: ["a"] } }, first);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: "CHANGED_MEANWHILE",
      data: { changed: { name: { yours: "mine", theirs: "theirs" }, "limits.daily": { yours: 7, theirs: null } } },
    });
    expect(stored.name).toBe("theirs");
  });

  it("agrees with others who changed it to the same", async () => {
    stored = { ...first, name: "same" };
    expect((await save({ ...first, name: "same" }, first)).status).toBe(200);
  });

  it("replaces all when it says nothing, as programs do", async () => {
    stored = { ...first, name: "theirs" };
    expect((await save({ ...first, note: "mine" })).status).toBe(200);
    expect(stored).toEqual({ ...first, note: "mine" });
  });

  it("is compared with its row of a list, also before work outside of a transaction", async () => {
    const to = (name: string, seen: string) =>
      web.call("PUT /api/hosting/rows/2", { token, body: { name }, headers: basedOn({ name: seen }) });
    expect((await to("mine", "seen before")).status).toBe(409);
    expect((await to("mine", "shop")).status).toBe(200);
    expect(stored.name).toBe("mine");
  });

  it("waits for another change of the same", async () => {
    const answers = await Promise.all(["a", "b", "c"].map((name) => save({ ...first, name }, first)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});

it("every declared change reads a call that shows the fields it changes", () => {
  const all = everyCall({ resources, calls: declaredCalls });
  const hidden = all.flatMap(({ call, reads, body }) => {
    if (reads === undefined) return [];
    const shown = fieldsOf(all.find((spec) => spec.call === reads)!.reply);
    return [...fieldsOf(body!)].filter((field) => !shown.has(field)).map((field) => `${call}: ${field}`);
  });
  expect(hidden).toEqual([]);
});
