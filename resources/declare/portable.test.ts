import { expect, test } from "vitest";
import * as z from "zod/mini";
import { defineResource, inputOf, type Resource } from "./define.ts";
import { callsOf } from "./endpoints.ts";
import { text as plainText } from "./fields.ts";
import { portable, revive } from "./portable.ts";
import * as words from "./words.ts";

const { choice, count, date, form, id, lines, link, optional, status, text, textarea, toggle, withDefault } = words;

const things = defineResource({
  name: "things",
  title: "Things",
  routes: { list: "/things" },
  base: "$modules/things/thing",
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: 20, pattern: { expression: /^[a-z]+$/i, message: "Use letters." } }),
    address: link("Address"),
    kind: choice("Kind", ["ONE", "TWO"], undefined, { ONE: "The first" }),
    tags: lines("Tags", { max: 2, entryMax: 5 }),
    note: optional(textarea("Note")),
    size: withDefault(count("Size"), 3),
    on: toggle("On"),
    state: status("State", ["NEW"]),
    createdAt: date("Created"),
  },
  list: { columns: { name: {} }, search: "name", empty: { title: "No things", text: "Create one." } },
  listQuery: z.object({ mine: z.optional(z.string()) }),
  replies: { create: z.object({ id: z.string() }) },
  create: ["name", "address", "kind", "tags", "note", "size", "on"],
  edit: { fields: ["name", "note"], text: "What it is called." },
  actions: {
    rename: {
      label: "Rename",
      call: "POST $modules/things/thing/{id}/rename",
      can: "edit",
      body: form({ name: text("Name", { min: 1 }) }),
      reply: "row",
      done: "Renamed",
    },
  },
});

const revived = revive(JSON.parse(JSON.stringify(portable(things as Resource))));

const problemsOf = (resource: Pick<Resource, "fields" | "create" | "edit">, body: object) =>
  z.safeParse(inputOf(resource, "create"), body).error?.issues.map(({ path, message }) => [path, message]);

test.each([
  [{ name: "", address: "nowhere", kind: "THREE", tags: ["longer"], on: true }],
  [{ name: "a1", address: "https://example.com", kind: "ONE", tags: ["a", "b", "c"], size: -1, on: 1 }],
  [{ name: "a", address: "https://example.com", kind: "ONE", tags: [], on: true }],
])("a declaration that was sent as JSON refuses the same values with the same messages: %j", (body) => {
  expect(problemsOf(revived, body)).toEqual(problemsOf(things, body));
});

test("replies that the server has validated are taken as they are, and rows by their fields", () => {
  const callsIn = (resource: Resource) => callsOf(resource).map(({ call, reply }) => [call, reply] as const);
  const replies = Object.fromEntries(callsIn(revived));
  expect(Object.keys(replies)).toEqual(callsIn(things as Resource).map(([call]) => call));
  expect(z.safeParse(replies["POST $modules/things/thing"]!, { id: 1 }).success).toBe(true);
  expect(z.safeParse(replies["POST $modules/things/thing/{id}/rename"]!, null).success).toBe(false);
});

test("names, labels, options, calls, forms and lists arrive", () => {
  const { name, title, routes, calls, create, edit, list } = things;
  expect(revived).toMatchObject({ name, title, routes, calls, create, edit, list });
  expect(Object.entries(revived.fields).map(([key, { label, as }]) => [key, label, as])).toEqual(
    Object.entries(things.fields).map(([key, { label, as }]) => [key, label, as]),
  );
  expect(revived.fields["kind"]).toMatchObject({ options: ["ONE", "TWO"], hints: { ONE: "The first" } });
  expect(revived.fields["size"]).toMatchObject({ initial: 3 });
  expect(revived.actions?.["rename"]?.body).toMatchObject({ fields: { name: { label: "Name" } } });
  expect(revived.listQuery).toBeUndefined();
});

test.each([
  [
    "a rule in code",
    text("Name", { rule: { accepts: () => true, message: "No." } }),
    "fields.name.rule.accepts is a function",
  ],
  ["a field of other words", plainText("Name"), "fields.name.schema is a schema"],
])("%s can't be sent, and the error says where it is", (_, name, message) => {
  const resource = defineResource({ name: "things", title: "Things", routes: {}, fields: { name } });
  expect(() => portable(resource as Resource)).toThrow(message);
});
