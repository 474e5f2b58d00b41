// @vitest-environment jsdom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Tabs } from "./tabs.tsx";

let root: Root;
let host: HTMLElement;
let isPhone = false;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("matchMedia", () => ({
    matches: isPhone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
});

afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  isPhone = false;
});

const tabs = ["General", "Environment Variables", "Advanced"].map((label) => ({ label, content: `of ${label}` }));
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
  "the tab kept in the URL query as tab or sub is found however it is written: %s",
  async (address) => {
    await draw(address, { param: "sub" });
    expect(shown()).toBe("of Environment Variables");
  },
);

test("a chosen tab is written lowercased, with underscores for spaces; the first one needs no writing", async () => {
  await draw("/?page=2");
  await press("Environment Variables");
  expect(search()).toBe("?page=2&tab=environment_variables");
  await press("General");
  expect(search()).toBe("?page=2");
});

test("another tab forgets what was chosen within the one before", async () => {
  await draw("/?tab=advanced&sub=git");
  await press("Environment Variables");
  expect(search()).toBe("?tab=environment_variables");
});

test("another tab forgets what belongs to the one before, and nothing else", async () => {
  await draw("/?page=2&team=7", { forgets: ["page"] });
  await press("Environment Variables");
  expect(search()).toBe("?team=7&tab=environment_variables");
});

test("settings are an accordion on mobile: each name heads its own content", async () => {
  isPhone = true;
  await draw("/?sub=advanced", { param: "sub", side: true });
  expect(host.querySelector("[role=tablist]")).toBeNull();
  const open = () => [...host.querySelectorAll("[aria-expanded=true]")].map(({ textContent }) => textContent);
  expect(open()).toEqual(["Advanced"]);
  await press("Environment Variables");
  expect(open()).toEqual(["Environment Variables"]);
  expect(host.querySelector("[role=region]:not([hidden])")?.textContent).toBe("of Environment Variables");
  expect(search()).toBe("?sub=environment_variables");
});
