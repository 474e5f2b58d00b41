import { describe, expect, test } from "vitest";
import { addItems, commonFolder, sizeOf, type UploadItem } from "./upload-item.ts";

const item = (path: string, content = "x", lastModified = 1): UploadItem => ({
  path,
  file: new File([content], path.split("/").at(-1)!, { lastModified }),
});

describe("picked files", () => {
  test("skips duplicates (same name, size and last-modified time)", () => {
    const first = addItems([], [item("a.html"), item("a.html")]);
    expect(first.items).toHaveLength(1);
    expect(addItems(first.items, [item("a.html")])).toMatchObject({ duplicates: 1, items: first.items });
  });

  test("keeps files that differ in name, size, time or folder", () => {
    const picked = [item("a"), item("b"), item("a", "xy"), item("a", "x", 2), item("sub/a")];
    expect(addItems([], picked).items).toHaveLength(5);
  });

  test("honours an optional maximum file count", () => {
    const { items, overflow } = addItems([item("a")], [item("b"), item("c"), item("d")], 2);
    expect(items.map(({ path }) => path)).toEqual(["a", "b"]);
    expect(overflow).toBe(2);
  });

  test("determine the common folder and the total size", () => {
    expect(commonFolder([item("site/index.html"), item("site/css/a.css")])).toBe("site");
    expect(commonFolder([item("site/index.html"), item("sitemap/a.css")])).toBeUndefined();
    expect(commonFolder([item("index.html")])).toBeUndefined();
    expect(sizeOf([item("a", "12"), item("b", "345")])).toBe(5);
  });
});
