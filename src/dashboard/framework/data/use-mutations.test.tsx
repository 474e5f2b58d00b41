// @vitest-environment jsdom
import { Refine } from "@refinedev/core";
import { QueryClient } from "@tanstack/react-query";
import { act, useEffect } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import type { Request } from "../../../../resources/declare/call-input.ts";
import { defineCall, defineResource } from "../../../../resources/declare/define.ts";
import { id, text } from "../../../../resources/declare/fields.ts";
import { createDataProvider } from "../../providers/data-provider.ts";
import { notifications, toasts } from "../../ui/toast/toast.ts";
import { useMutations, type Mutations } from "./use-mutations.ts";
import { useRecords } from "./use-records.ts";

const { draw, text: shown } = componentRenderer();

const shelves = defineResource({
  name: "shelves",
  title: "Shelves",
  routes: { list: "/shelves" },
  base: "$hosting/shelf",
  fields: { id: id(), name: text("Name") },
  list: { columns: { name: {} }, empty: { title: "No shelves yet", text: "Create one." } },
  remove: { confirm: "Its books are deleted." },
});
const moveShelf = defineCall("POST $hosting/shelf/{id}/move", {
  summary: "Moves a shelf.",
  can: ["edit", "shelves"],
  reply: z.object({ room: z.string() }),
});

let names: readonly string[];
const request = vi.fn<Request>();
beforeEach(() => {
  names = ["oak", "elm"];
  toasts.set([]);
  request.mockReset();
  request.mockImplementation(async (call, input) => {
    if (call.startsWith("GET")) return { items: names.map((name) => ({ id: name, name })), total: names.length };
    const { id } = input!.params as { readonly id: string };
    if (call.startsWith("POST")) return { room: `Beside ${id}` };
    if (id === "elm") throw new Error("The shelf is in use.");
    names = names.filter((name) => name !== id);
    return null;
  });
});

let mutations: Mutations;
const Shelves = () => {
  const own = useMutations();
  useEffect(() => {
    mutations = own;
  });
  const { rows = [] } = useRecords(shelves);
  return rows.map(({ name }) => name).join(", ");
};
const drawShelves = () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const provider = createDataProvider(() => shelves, request);
  return draw(
    <MemoryRouter>
      <Refine
        dataProvider={provider}
        notificationProvider={notifications}
        options={{ reactQuery: { clientConfig: client }, disableTelemetry: true }}
      >
        <Shelves />
      </Refine>
    </MemoryRouter>,
  );
};

test("a deleted record leaves the list after a refresh, and its toast comes from the notification provider", async () => {
  await drawShelves();
  await vi.waitFor(() => expect(shown()).toBe("oak, elm"));
  await act(async () => {
    await mutations.remove("shelves", { params: { id: "oak" }, done: "Shelf deleted" });
    await mutations.refresh(shelves);
  });
  await vi.waitFor(() => expect(shown()).toBe("elm"));
  expect(toasts.get().map(({ text, kind }) => [text, kind])).toEqual([["Shelf deleted", "success"]]);
});

test("a refusal rejects, without a toast", async () => {
  await drawShelves();
  const refused = act(() => mutations.remove("shelves", { params: { id: "elm" }, done: "Shelf deleted" }));
  await expect(refused).rejects.toThrow("The shelf is in use.");
  expect(toasts.get()).toEqual([]);
});

test("an action's call has its parameters, and its reply is validated", async () => {
  await drawShelves();
  let reply: unknown;
  await act(async () => {
    reply = await mutations.act(moveShelf, { params: { id: "oak" }, done: "Moved" });
  });
  expect(reply).toEqual({ room: "Beside oak" });
  expect(request.mock.calls.find(([call]) => call.startsWith("POST"))).toMatchObject([
    "POST $hosting/shelf/{id}/move",
    { params: { id: "oak" } },
  ]);
  request.mockResolvedValueOnce({ room: 7 });
  const wrong = act(() => mutations.act(moveShelf, { params: { id: "oak" } }));
  await expect(wrong).rejects.toThrow();
});
