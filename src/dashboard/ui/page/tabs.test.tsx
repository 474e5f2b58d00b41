// @vitest-environment jsdom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Tabs } from "./tabs.tsx";

let root: Root;
let host: HTMLElement;
let isPhone = false;
const widthListeners = new Set<() => void>();

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return isPhone;
    },
    addEventListener: (_type: string, listener: () => void) => widthListeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => widthListeners.delete(listener),
  }));
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
});

afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  isPhone = false;
});

const tabs = ["General", "Environment variables", "Advanced"].map((label) => ({ label, content: `of ${label}` }));
const Search = () => <output>{useLocation().search}</output>;

const draw = (address: string, props: Partial<Parameters<typeof Tabs>[0]> = {}) =>
  act(async () =>
    root.render(
      <MemoryRouter initialEntries={[address]}>
        <Tabs label="Settings" tabs={tabs} {...props} />
        <Search />
      </MemoryRouter>,
    ),
  );
const shown = () => host.querySelector("[role=tabpanel]")?.textContent;
const search = () => host.querySelector("output")?.textContent;
const press = (label: string) =>
  act(async () => [...host.querySelectorAll("button")].find(({ textContent }) => textContent === label)!.click());

test.each(["?sub=environment_variables", "?sub=Environment_Variables", "?sub=Environment%20Variables"])(
  "the tab of the URL query's tab or sub is found in any notation: %s",
  async (address) => {
    await draw(address, { param: "sub" });
    expect(shown()).toBe("of Environment variables");
  },
);

test("a selected tab is stored in lower case, with underscores for spaces; the first one is omitted", async () => {
  await draw("/?page=2");
  await press("Environment variables");
  expect(search()).toBe("?page=2&tab=environment_variables");
  await press("General");
  expect(search()).toBe("?page=2");
});

test("another tab clears the selection within the previous one", async () => {
  await draw("/?tab=advanced&sub=git");
  await press("Environment variables");
  expect(search()).toBe("?tab=environment_variables");
});

test("another tab clears the query parameters of the previous one, and no others", async () => {
  await draw("/?page=2&team=7", { forgets: ["page"] });
  await press("Environment variables");
  expect(search()).toBe("?team=7&tab=environment_variables");
});

test("settings are an accordion on mobile: each label heads its own content", async () => {
  isPhone = true;
  await draw("/?sub=advanced", { param: "sub", side: true });
  expect(host.querySelector("[role=tablist]")).toBeNull();
  const open = () => [...host.querySelectorAll("[aria-expanded=true]")].map(({ textContent }) => textContent);
  expect(open()).toEqual(["Advanced"]);
  await press("Environment variables");
  expect(open()).toEqual(["Environment variables"]);
  expect(host.querySelector("[role=region]:not([hidden])")?.textContent).toBe("of Environment variables");
  expect(search()).toBe("?sub=environment_variables");
});

test("an open dialog and its input survive when the window crosses the phone breakpoint", async () => {
  const typing = tabs.map(({ label }) => ({ label, content: <input aria-label={label} /> }));
  await draw("/?sub=advanced", { param: "sub", side: true, tabs: typing });
  const field = host.querySelector("input")!;
  field.value = "my-project";
  const removed = vi.fn();
  const watching = new MutationObserver((changes) =>
    changes.forEach(({ removedNodes }) => [...removedNodes].some((node) => node.contains(field)) && removed()),
  );
  watching.observe(host, { childList: true, subtree: true });
  for (const narrow of [true, false]) {
    isPhone = narrow;
    await act(async () => widthListeners.forEach((listener) => listener()));
    expect(host.querySelector("[role=tablist]") === null).toBe(narrow);
    expect(host.querySelector("input")).toBe(field);
    expect(field.value).toBe("my-project");
  }
  // A modal dialog that is moved within the document is no longer modal.
  expect(removed).not.toHaveBeenCalled();
});
