// @vitest-environment jsdom
import { expect, test } from "vitest";
import { loadListRowPx } from "../../../../resources/limits.ts";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { LoadList } from "./load-list.tsx";

const { draw, all, find, press, text } = componentRenderer();
Element.prototype.scrollIntoView = () => undefined;

const list = (count: number | undefined) => (
  <LoadList
    label="Names"
    items={count === undefined ? undefined : Array.from({ length: count }, (_, index) => `name ${index}`)}
    itemKey={(name) => name}
    row={(name) => name}
  />
);

test("load-list with Collapse and Expand after 20 items", async () => {
  await draw(list(35));
  expect(all("li")).toHaveLength(20);
  expect(find("button").textContent).toBe("Expand15 more");
  await press("button");
  expect(all("li")).toHaveLength(35);
  expect([find("button").textContent, find("button").ariaExpanded]).toEqual(["Collapse", "true"]);
  await press("button");
  expect(all("li")).toHaveLength(20);
});

test("load-list of 20 items has nothing to expand; row height 50 px", async () => {
  await draw(list(20));
  expect([all("li").length, all("button").length]).toEqual([20, 0]);
  expect(new Set(all("li").map(({ style }) => style.height))).toEqual(new Set(["50px"]));
  expect(loadListRowPx).toBe(50);
});

test("load-list is busy while its items load, and shows an empty state without any", async () => {
  await draw(list(undefined));
  expect(all("[aria-busy=true]")).toHaveLength(1);
  await draw(list(0));
  expect(text()).toBe("No data available");
});
