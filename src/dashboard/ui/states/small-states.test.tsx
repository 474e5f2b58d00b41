// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { Segmented } from "../fields/segmented.tsx";
import { SyncState } from "./sync-state.tsx";
import { Tiles } from "../panels/tiles.tsx";

const { draw, all, find, press, text } = componentRenderer();

test("sync-state label shows the state, and the reason of a failure", async () => {
  await draw(<SyncState state="synced" />);
  expect([text(), find(".fh-status").className]).toEqual(["Synced", "fh-status is-success"]);
  await draw(<SyncState state="failure" reason="Fee too low" />);
  expect(text()).toBe("Failed: Fee too low");
});

test("resource-usage grid of tiles with title, number and unit", async () => {
  await draw(<Tiles tiles={[{ title: "Traffic", value: 12, unit: "GB" }]} />);
  expect([find("dt").textContent, find("dd").textContent]).toEqual(["Traffic", "12GB"]);
});

test("segmented tab selector: options of the same label are distinct, none is selectable while disabled", async () => {
  const choose = vi.fn();
  const options = [
    { value: "all", label: "All" },
    { value: "owner", label: "Owner" },
    { value: "member", label: "Member", disabled: true },
  ] as const;
  await draw(
    <>
      <Segmented label="Who" options={options} value="all" onChange={choose} />
      <Segmented label="Who" options={options} value="owner" onChange={choose} disabled />
    </>,
  );
  const inputs = all("input") as HTMLInputElement[];
  expect(inputs.map(({ checked }) => checked)).toEqual([true, false, false, false, true, false]);
  expect(inputs.map(({ disabled }) => disabled)).toEqual([false, false, true, true, true, true]);
  await press("label:nth-child(2)");
  expect(choose.mock.calls).toEqual([["owner"]]);
});
