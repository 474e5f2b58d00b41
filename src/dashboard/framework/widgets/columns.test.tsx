// @vitest-environment jsdom
import { Fragment } from "react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import type { ColumnSpec } from "../../../../resources/declare/define.ts";
import { count, date, id, land, optional, status, text } from "../../../../resources/declare/fields.ts";
import { decimal, exact, hash, lifetime, points, ref } from "../../../../resources/declare/special-fields.ts";
import { columnsOf } from "./columns.tsx";
import "./special-cell.tsx";

const { draw, find, text: shown } = componentRenderer();

const fields = {
  id: id(),
  name: text("Name"),
  kind: text("Kind"),
  visits: count("Visits"),
  claims: exact("Claims"),
  uses: exact("Uses"),
  price: decimal("Price", { unit: "USD" }),
  weight: decimal("Weight", { unit: "kg" }),
  earned: points("Earned"),
  cid: hash("CID"),
  days: lifetime("Lifetime", [1, 30], 365),
  keyName: ref("Key", { page: "/keys/{id}" }),
  state: status("State", ["done"], { done: "Done" }, { done: "success" }),
  cost: { ...land("Cost"), none: "Free" },
  usedAt: optional({ ...date("Used"), none: "Never" }),
};
const row = {
  id: "k1",
  name: "oak",
  kind: "tree",
  visits: 1500,
  claims: 12_345,
  uses: 20_000,
  price: "0.25",
  weight: "1234.5",
  earned: "1234.567891",
  cid: "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",
  days: 30,
  keyName: "laptop",
  state: "done",
  cost: "0",
};

const show = async (columns: Readonly<Record<string, ColumnSpec>>) => {
  await draw(
    <MemoryRouter>
      {columnsOf({ fields, list: { columns } }).map(({ key, cell }) => (
        <Fragment key={key}>{cell(row)}</Fragment>
      ))}
    </MemoryRouter>,
  );
  return shown();
};

test("a count is abbreviated and tells the rest on hover; an exact number is shown in full, also with its maximum", async () => {
  expect(await show({ visits: {} })).toBe("1.5K");
  expect(find("[title]").title).toBe("1,500");
  expect(await show({ claims: {} })).toBe("12,345");
  expect(await show({ claims: { of: "uses" } })).toBe("12,345 of 20,000");
});

test("decimals have their unit, points two decimals, lifetimes days, and amounts of 0 their word", async () => {
  expect(await show({ price: {} })).toBe("$0.25");
  expect(await show({ weight: {} })).toBe("1,234.5 kg");
  expect(await show({ earned: {} })).toBe("1,234.56");
  expect(find("[title]").title).toBe("1,234.567891");
  expect(await show({ days: {} })).toBe("30 days");
  expect(await show({ cost: {} })).toBe("Free");
  expect(await show({ usedAt: {} })).toBe("Never");
});

test("a hash is shortened and copied whole, and a reference leads to its record", async () => {
  expect(await show({ cid: {} })).toBe("bafybeigdy…5fbzdi");
  expect(find("[title]").title).toBe(row.cid);
  expect(find("button").getAttribute("aria-label")).toBe("Copy CID");
  await show({ keyName: {} });
  expect(find("a").getAttribute("href")).toBe("/keys/k1");
});

test("a state has the color of another, and a second line names several fields", async () => {
  await show({ state: {} });
  expect(find(".is-success").textContent).toBe("Done");
  expect(await show({ name: { below: ["kind", "usedAt", "keyName"] } })).toBe("oaktree · laptop");
});

test("columns are as wide as their words, and the first and those of text share the rest", () => {
  const columns = columnsOf({
    fields,
    list: { columns: { cid: {}, name: {}, visits: {}, usedAt: { width: "9rem" } } },
  });
  expect(columns.map(({ width }) => width)).toEqual([undefined, undefined, "110px", "9rem"]);
  expect(columns.map(({ align }) => align)).toEqual([undefined, undefined, "end", undefined]);
});
