import { describe, expect, test } from "vitest";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { fingerprintOf, manifestOf, suggestedName } from "./manifest.ts";

const item = (path: string, lastModified = 1): UploadItem => ({
  path,
  file: new File(["abc"], path.split("/").at(-1)!, { lastModified }),
});

describe("the manifest", () => {
  test("of a dropped folder omits the folder's name and suggests it for the project", () => {
    const items = [item("My Site/index.html"), item("My Site/css/a.css")];
    expect(manifestOf(items)).toEqual({
      kind: "folder",
      files: [
        { path: "index.html", sizeBytes: 3 },
        { path: "css/a.css", sizeBytes: 3 },
      ],
    });
    expect(suggestedName(items)).toBe("My Site");
  });

  test("of a single zip lets the server unpack it; a zip among other files is a file", () => {
    expect(manifestOf([item("blog.ZIP")]).kind).toBe("zip");
    expect(suggestedName([item("blog.ZIP")])).toBe("blog");
    expect(manifestOf([item("a.zip"), item("index.html")]).kind).toBe("folder");
  });

  test("has the same fingerprint until a file changes", () => {
    expect(fingerprintOf([item("a")])).toBe(fingerprintOf([item("a")]));
    expect(fingerprintOf([item("a")])).not.toBe(fingerprintOf([item("a", 2)]));
  });
});
