// @vitest-environment jsdom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toastMs } from "../../../resources/limits.ts";
import { DataTable } from "./table/data-table.tsx";
import { DialogHost } from "./dialogs/dialog-host.tsx";
import { dialogs, openDialogs } from "./dialogs/dialogs.ts";
import { Card } from "./panels/card.tsx";
import { Pagination } from "./table/pagination.tsx";
import { toast, toasts } from "./toast/toast.ts";

let root: Root;
let host: HTMLElement;

const draw = (node: React.ReactNode) => act(async () => root.render(<MemoryRouter>{node}</MemoryRouter>));
const press = (element: Element | null | undefined) =>
  act(async () => element!.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));
/** Opens a dialog and waits until it is rendered. */
const opened = async <T,>(open: () => Promise<T>): Promise<{ answered: Promise<T> }> => {
  let answered: Promise<T>;
  await act(async () => {
    answered = open();
  });
  return { answered: answered! };
};
const buttons = () => [...host.querySelectorAll<HTMLButtonElement>("dialog button")];
const buttonCalled = (label: string) => buttons().find(({ textContent }) => textContent === label);

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // jsdom does not implement dialogs.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
});

afterEach(async () => {
  await act(async () => root.unmount());
  openDialogs.set([]);
  host.remove();
  vi.useRealTimers();
});

test("a card without content has no empty space below its title", async () => {
  await draw(<Card title="Master key">{false}</Card>);
  expect(host.querySelector(".fh-card")!.children).toHaveLength(1);
  await draw(<Card title="Master key">Content</Card>);
  expect(host.querySelector(".fh-card")!.children).toHaveLength(2);
});

test("alert (default title 'Tip')", async () => {
  await draw(<DialogHost />);
  const { answered } = await opened(() => dialogs.alert({ text: "Done already." }));
  expect(host.querySelector("h2")?.textContent).toBe("Tip");
  await press(buttonCalled("OK"));
  await expect(answered).resolves.toBeUndefined();
  expect(host.querySelector("dialog")).toBeNull();
});

test("confirm (default 'Confirm')", async () => {
  await draw(<DialogHost />);
  const { answered } = await opened(() => dialogs.confirm({ text: "Sure?" }));
  expect(host.querySelector("h2")?.textContent).toBe("Confirm");
  await press(buttonCalled("Cancel"));
  await expect(answered).resolves.toBe(false);
});

test("prompt dialog: trims input and validates the form before confirming", async () => {
  // Its code loads with the first prompt; the test preloads it.
  await import("./dialogs/prompt-dialog.tsx");
  await draw(<DialogHost />);
  const { answered } = await opened(() =>
    dialogs.prompt({
      title: "Rename",
      fields: [{ name: "name", label: "Name", validate: (value) => (value === "" ? "Name is required." : undefined) }],
    }),
  );
  const input = host.querySelector("input")!;
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, text);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  const submit = () =>
    act(async () =>
      host.querySelector("form")!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })),
    );

  await type("   ");
  await submit();
  expect(host.querySelector("[role=alert]")?.textContent).toBe("Name is required.");
  await type("  blog ");
  await submit();
  await expect(answered).resolves.toEqual({ name: "blog" });
});

test("toasts of 2000 ms", () => {
  vi.useFakeTimers();
  toast("Saved");
  vi.advanceTimersByTime(toastMs - 1);
  expect(toasts.get()).toMatchObject([{ text: "Saved", kind: "success" }]);
  vi.advanceTimersByTime(1);
  expect(toasts.get()).toEqual([]);
  expect(toastMs).toBe(2000);
});

test("pagination hides with one page", async () => {
  await draw(<Pagination page={1} pageSize={10} total={9} onPage={() => undefined} />);
  expect(host.textContent).toBe("");
  await draw(<Pagination page={2} pageSize={10} total={21} onPage={() => undefined} />);
  expect(host.querySelector("[aria-current=page]")?.textContent).toBe("2");
});

interface Row {
  readonly id: string;
}
const table = (rows: readonly Row[] | undefined, error?: string) => (
  <DataTable<Row>
    label="Things"
    columns={[
      { key: "id", title: "ID", cell: ({ id }) => id },
      { key: "twice", title: "Twice", cell: ({ id }) => id + id },
    ]}
    rows={rows}
    rowKey={({ id }) => id}
    rowHref={({ id }) => `/things/${id}`}
    empty={<p>Nothing yet</p>}
    error={error && <p role="alert">{error}</p>}
  />
);

test("a table shows placeholder rows while loading, then its rows or the empty state", async () => {
  await draw(table(undefined));
  expect(host.querySelectorAll("tr[data-row]")).toHaveLength(0);
  expect(host.querySelectorAll(".fh-table-skeleton").length).toBeGreaterThan(0);
  await draw(table([{ id: "a" }, { id: "b" }]));
  expect(host.querySelectorAll("tr[data-row]")).toHaveLength(2);
  expect(host.querySelector("[data-row-link]")?.getAttribute("href")).toBe("/things/a");
  await draw(table([]));
  expect(host.textContent).toBe("Nothing yet");
  await draw(table(undefined, "No answer"));
  expect(host.querySelector("[role=alert]")?.textContent).toBe("No answer");
});

test("arrow keys move between rows", async () => {
  await draw(table([{ id: "a" }, { id: "b" }, { id: "c" }]));
  const links = [...host.querySelectorAll<HTMLElement>("[data-row-link]")];
  links[0]!.focus();
  const key = (name: string) =>
    act(async () => document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true })));
  await key("ArrowDown");
  expect(document.activeElement).toBe(links[1]);
  await key("End");
  expect(document.activeElement).toBe(links[2]);
  await key("ArrowUp");
  expect(document.activeElement).toBe(links[1]);
});
