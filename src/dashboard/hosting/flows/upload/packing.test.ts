import { describe, expect, test } from "vitest";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { pack } from "./packing.ts";

const files = (...contents: string[]): UploadItem[] =>
  contents.map((content, index) => ({ path: `${index}`, file: new File([content], `${index}`) }));

describe("the upload's stream", () => {
  test("is the files' bytes in order, for any part size", async () => {
    const packing = pack(files("hello", "", "wor", "ld", ""));
    for (const partBytes of [1, 2, 3, 7, 100]) {
      const parts: string[] = [];
      for (let offset = 0; offset < packing.sizeBytes; offset += partBytes) {
        parts.push(await packing.slice(offset, partBytes).text());
      }
      expect(parts.join("")).toBe("helloworld");
      expect(parts.every((part) => part.length <= partBytes)).toBe(true);
    }
  });

  test("counts files that end before an offset, including empty ones", () => {
    const packing = pack(files("hello", "", "wor", "ld", ""));
    expect([0, 4, 5, 8, 10].map((offset) => packing.filesBefore(offset))).toEqual([0, 0, 2, 3, 5]);
  });

  test("can be cut from ten thousand files", async () => {
    const packing = pack(files(...Array.from({ length: 10_000 }, (_, index) => `${index % 10}`)));
    expect((await packing.slice(9_990, 100).text()).length).toBe(10);
    expect(packing.filesBefore(9_990)).toBe(9_990);
  });
});
