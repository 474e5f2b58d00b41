// @vitest-environment jsdom
import { Refine } from "@refinedev/core";
import { QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { defineResource, type Resource } from "../../../../resources/declare/define.ts";
import { id, text } from "../../../../resources/declare/fields.ts";
import type { Request } from "../../../../resources/declare/call-input.ts";
import { createDataProvider } from "../../providers/data-provider.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import BulkBar from "./bulk-bar.tsx";
import { MemoryRouter } from "react-router";

const { draw, find, press, all } = componentRenderer();

const shelves = defineResource({
  name: "shelves",
  title: "Shelves",
  routes: { list: "/shelves" },
  base: "$hosting/shelf",
  fields: { id: id(), name: text("Name") },
  list: { columns: { name: {} }, bulk: ["delete"], empty: { title: "No shelves yet", text: "Create one." } },
  remove: { confirm: "Its books are deleted." },
});
const rows = ["oak", "elm", "ash"].map((name) => ({ id: name, name }));

/** Deleting one takes typing its name. */
const safes = {
  ...shelves,
  remove: { ...shelves.remove, type: "name", several: "Their contents are deleted." },
} as const;

const options = { reactQuery: { clientConfig: new QueryClient() }, disableTelemetry: true };

const Shelves = ({ request, resource = shelves }: { readonly request: Request; readonly resource?: Resource }) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <MemoryRouter>
      <Refine dataProvider={createDataProvider(() => resource, request)} options={options}>
        <BulkBar
          resource={resource}
          names={["delete"]}
          rows={rows.filter((row) => selected.has(row.id))}
          keyOf={(row) => row["id"] as string}
          onSelect={setSelected}
        />
        <DataTable
          label="Shelves"
          columns={[{ key: "name", title: "Name", cell: ({ name }) => name }]}
          rows={rows}
          rowKey={(row) => row.id}
          selection={{ keys: selected, onChange: setSelected }}
        />
      </Refine>
    </MemoryRouter>
  );
};

test("selected rows are deleted one after the other after one question, and only those that failed stay selected", async () => {
  const sent: unknown[] = [];
  const request: Request = async (call, input) => {
    const { id } = input!.params as { readonly id: string };
    sent.push([call.slice(0, 6), id]);
    if (id === "elm") throw new Error("The shelf is in use.");
    return null;
  };
  const confirm = vi.spyOn(dialogs, "confirm").mockResolvedValue(true);
  const alert = vi.spyOn(dialogs, "alert").mockResolvedValue();
  await draw(<Shelves request={request} />);
  await press("thead input");
  expect(find("[aria-live]").textContent).toBe("3 shelves selected");
  await press("tbody tr:last-child input");
  expect(find("[aria-live]").textContent).toBe("2 shelves selected");
  await press("button.is-danger");
  expect(confirm.mock.calls[0]![0]).toMatchObject({ title: "Delete 2 shelves?", text: "Its books are deleted." });
  await vi.waitFor(() => expect(alert).toHaveBeenCalledOnce());
  const { title, text } = alert.mock.calls[0]![0];
  expect(title).toBe("1 of 2 shelves failed");
  expect(renderToStaticMarkup(text)).toContain("<strong>elm</strong><br/>The shelf is in use.");
  expect(sent).toEqual([
    ["DELETE", "oak"],
    ["DELETE", "elm"],
  ]);
  const boxes = all("tbody input") as HTMLInputElement[];
  await vi.waitFor(() => expect(boxes.map(({ checked }) => checked)).toEqual([false, true, false]));
});

test("deleting several records whose names must be typed takes typing the verb, and rows that were not sent stay selected", async () => {
  const sent: unknown[] = [];
  const request: Request = async (_, input) => {
    sent.push((input!.params as { readonly id: string }).id);
    throw Object.assign(new Error("No connection."), { name: "NetworkError" });
  };
  const prompt = vi
    .spyOn(dialogs, "prompt")
    .mockResolvedValueOnce(undefined)
    .mockResolvedValueOnce({ typed: "delete" });
  const alert = vi.spyOn(dialogs, "alert").mockClear().mockResolvedValue();
  await draw(<Shelves request={request} resource={safes} />);
  await press("thead input");
  await press("button.is-danger");
  await vi.waitFor(() => expect(prompt).toHaveBeenCalledOnce());
  const { text, fields } = prompt.mock.calls[0]![0];
  expect(text).toBe("Their contents are deleted.");
  const [field] = fields;
  expect([field.label, field.validate!("delete"), field.validate!("oak")]).toEqual([
    "Type delete to confirm",
    undefined,
    "Type delete.",
  ]);
  expect(sent).toEqual([]);
  await press("button.is-danger");
  await vi.waitFor(() => expect(sent).toEqual(["oak"]));
  await vi.waitFor(() => expect(find("[aria-live]").textContent).toBe("3 shelves selected"));
  expect(alert).not.toHaveBeenCalled();
});
