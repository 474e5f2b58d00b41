// @vitest-environment jsdom
import { act } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { basedOn, basedOnHeader, fingerprintOf, fingerprintsIn } from "../../../../resources/declare/based-on.ts";
import { choices, form, lines, optional, secret, text, toggle } from "../../../../resources/declare/fields.ts";
import { defineCall } from "../../../../resources/declare/define.ts";
import type { Send } from "../../../../resources/declare/call-input.ts";
import * as z from "zod/mini";
import { SendContext } from "../data/call-context.ts";
import { DraftContext } from "./draft-context.ts";

// antd reads both of the browser; jsdom has neither.
const noMedia = {
  matches: false,
  addEventListener: vi.fn(),
  removeEventListener: vi.fn(),
  addListener: vi.fn(),
  removeListener: vi.fn(),
};
const stubBrowser = () => {
  vi.stubGlobal("matchMedia", () => noMedia);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
  vi.spyOn(console, "error").mockImplementation(() => undefined);
};
stubBrowser();
const { default: FormEngine } = await import("./form-engine.tsx");
const { callForm } = await import("./form.tsx");

const { draw, find, all, press } = componentRenderer();
beforeEach(stubBrowser);

const createShelf = defineCall("POST $hosting/shelf", {
  summary: "Creates a shelf.",
  can: ["create", "projects"],
  body: form({
    name: text("Name", { min: 1, max: 5 }),
    rooms: lines("Rooms", { max: 3, entryMax: 10 }),
    sides: choices("Sides", ["left", "right"], { required: "Choose a side." }),
    open: toggle("Open"),
    code: optional(secret("Code")),
  }),
  reply: z.object({ id: z.string() }),
});

const drafts = { read: async () => undefined, keep: vi.fn(), drop: vi.fn() };
const shown = (send: unknown, props: object = {}) =>
  draw(
    <MemoryRouter>
      <DraftContext value={drafts}>
        <SendContext value={send as Send}>
          <FormEngine
            form={callForm(createShelf) as never}
            submit="Create shelf"
            layout="steps"
            onCancel={() => undefined}
            {...props}
          />
        </SendContext>
      </DraftContext>
    </MemoryRouter>,
  );
const type = async (selector: string, value: string) =>
  act(async () => {
    const input = find<HTMLInputElement>(selector);
    const prototype = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype.prototype, "value")!.set!.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
const errors = () => all(".ant-form-item-explain-error").map(({ textContent }) => textContent);
const submit = () => press("button[type=submit]");

test("invalid fields show the schema's messages and nothing is sent; then blank lines are dropped and switches are false", async () => {
  const send = vi.fn(async () => ({ id: "1" }));
  const onSaved = vi.fn();
  await shown(send, { onSaved });
  await submit();
  await vi.waitFor(() => expect(errors()).toEqual(["Name is required.", "Choose a side."]));
  expect(send).not.toHaveBeenCalled();
  await type("[id$=_name]", "oak");
  await type("[id$=_rooms]", "hall\n\n attic ");
  await press("input[value=right]");
  await press("input[value=left]");
  await submit();
  const body = { name: "oak", rooms: ["hall", "attic"], sides: ["left", "right"], open: false };
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith(createShelf, { params: undefined, body }));
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith({ id: "1" }, body));
});

test("a server's error shows at its field, at the field of its code, or above the buttons, and the input stays", async () => {
  const errorOf = (properties: object) => Object.assign(new Error("Taken."), properties);
  const send = vi
    .fn()
    .mockRejectedValueOnce(errorOf({ errors: { "rooms.0": ["No such room."] } }))
    .mockRejectedValueOnce(errorOf({ code: "NAME_TAKEN" }))
    .mockRejectedValueOnce(errorOf({}));
  await shown(send, {
    errorFields: { NAME_TAKEN: "name" },
    initial: { name: "oak", rooms: ["hall"], sides: ["left"] },
  });
  await submit();
  await vi.waitFor(() => expect(errors()).toEqual(["No such room."]));
  await type("[id$=_rooms]", "attic");
  await submit();
  await vi.waitFor(() => expect(errors()).toEqual(["Taken."]));
  await type("[id$=_name]", "elm");
  await submit();
  await vi.waitFor(() => expect(find(".fh-form-refused").textContent).toBe("Taken."));
  expect(find<HTMLInputElement>("[id$=_name]").value).toBe("elm");
});

test("labels and hints follow the values; values that can't be sent disable the button; errors are announced", async () => {
  await shown(vi.fn(), {
    overrides: ({ name = "" }: { name?: string }) => ({ rooms: { hint: `Rooms of ${name}` } }),
    blocked: ({ name }: { name?: string }) => name === "ash",
    problems: { code: "Wrong code." },
  });
  expect(find("[role=alert]").textContent).toBe("Wrong code.");
  await type("[id$=_name]", "ash");
  expect(find(".ant-form-item-extra").textContent).toBe("Rooms of ash");
  expect(find<HTMLButtonElement>("button[type=submit]").disabled).toBe(true);
  await type("[id$=_name]", "much too long");
  await vi.waitFor(() =>
    expect(all("[role=alert]").map(({ textContent }) => textContent)).toEqual([
      "Name: 5 characters maximum.",
      "Wrong code.",
    ]),
  );
});

test("drafts hold the edits without secrets", async () => {
  await shown(vi.fn());
  await type("[id$=_name]", "oak");
  await type("[id$=_code]", "hush");
  await vi.waitFor(() => expect(drafts.keep).toHaveBeenLastCalledWith("POST $hosting/shelf", { name: "oak" }));
});

test("a form says what the user saw; another's change of the same field is shown, and replaced by saving again", async () => {
  const editShelf = { ...createShelf, call: "PUT $hosting/shelf", reads: "GET $hosting/shelf" } as const;
  const changed = { name: { yours: "elm", theirs: "ash" } };
  const send = vi
    .fn()
    .mockRejectedValueOnce(Object.assign(new Error("Changed."), { code: "CHANGED_MEANWHILE", data: { changed } }))
    .mockResolvedValueOnce({ id: "1" });
  const stored = { name: "oak", rooms: ["hall"], sides: ["left"], open: false };
  const draws = (initial: object) =>
    shown(send, { form: callForm(editShelf as unknown as typeof createShelf), initial });
  const seen = (at: number) => fingerprintsIn(send.mock.calls[at]![1].headers[basedOnHeader]);
  await draws(stored);
  await type("[id$=_name]", "elm");
  // The list was refreshed meanwhile.
  await draws({ ...stored, name: "ash", rooms: ["attic"] });
  await submit();
  await vi.waitFor(() => expect(errors()).toEqual(["Someone else changed this to “ash”. Save again to replace it."]));
  expect(send.mock.calls[0]![1].body).toMatchObject({ name: "elm", rooms: ["attic"] });
  expect(seen(0)).toEqual(new Map(Object.entries(fingerprints({ ...stored, rooms: ["attic"] }))));
  await submit();
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(seen(1)?.get("name")).toBe(fingerprintOf("ash"));
});

test("fields in another shape make the body; a partial call gets only what changed, with what the user saw of it", async () => {
  const editShelf = defineCall("PUT $hosting/shelf/{id}", {
    summary: "Edits a shelf.",
    can: ["edit", "projects"],
    reads: "GET $hosting/shelf/{id}",
    partial: true,
    body: z.partial(z.object({ name: z.string(), rooms: z.array(z.string()), note: z.string() })),
    reply: z.null(),
  });
  const shelfForm = callForm(editShelf, {
    params: ({ name }) => ({ id: name }),
    fields: { name: text("Name"), rooms: text("Rooms"), note: optional(text("Note")) },
    body: ({ rooms, ...rest }) => ({ ...rest, rooms: rooms.split("+") }),
  });
  const send = vi.fn(async () => null);
  await shown(send, { form: shelfForm, initial: { name: "oak", rooms: "hall", note: "old" } });
  await type("[id$=_rooms]", "hall+attic");
  await type("[id$=_note]", "");
  await submit();
  const headers = basedOn({ note: "old", rooms: ["hall"] });
  await vi.waitFor(() =>
    expect(send).toHaveBeenCalledWith(editShelf, {
      params: { id: "oak" },
      body: { note: "", rooms: ["hall", "attic"] },
      headers,
    }),
  );
});

const fingerprints = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fingerprintOf(value)]));
