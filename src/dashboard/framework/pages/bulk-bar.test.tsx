// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { defineResource } from "../../../../resources/declare/define.ts";
import { id, text } from "../../../../resources/declare/fields.ts";
import type { Send } from "../../../../resources/declare/call-input.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { SendContext } from "../data/call-context.ts";
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

const Shelves = ({ send }: { readonly send: Send }) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <SendContext value={send}>
          <BulkBar
            resource={shelves}
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
        </SendContext>
      </QueryClientProvider>
    </MemoryRouter>
  );
};

test("selected rows are deleted one after the other after one question, and only those that failed stay selected", async () => {
  const sent: unknown[] = [];
  const send: Send = async (spec, input) => {
    const { id } = input!.params as { readonly id: string };
    sent.push(id);
    if (id === "elm") throw new Error("The shelf is in use.");
    return spec.reply.parse(null) as never;
  };
  const confirm = vi.spyOn(dialogs, "confirm").mockResolvedValue(true);
  const alert = vi.spyOn(dialogs, "alert").mockResolvedValue();
  await draw(<Shelves send={send} />);
  await press("thead input");
  expect(find("[aria-live]").textContent).toBe("3 shelves selected");
  await press("tbody tr:last-child input");
  expect(find("[aria-live]").textContent).toBe("2 shelves selected");
  await press("button.is-danger");
  expect(confirm.mock.calls[0]![0]).toMatchObject({ title: "Delete 2 shelves?", text: "Its books are deleted." });
  await vi.waitFor(() => expect(alert).toHaveBeenCalledWith({ text: "1 of 2 shelves failed. The shelf is in use." }));
  expect(sent).toEqual(["oak", "elm"]);
  const boxes = all("tbody input") as HTMLInputElement[];
  await vi.waitFor(() => expect(boxes.map(({ checked }) => checked)).toEqual([false, true, false]));
});
