import { expect, test } from "vitest";
import { fileKindOf, typeLabelOf } from "./file-kind.ts";

test("a file's kind comes from its extension, or else from its media type", () => {
  const kinds = ["a.PNG", "a.mp4", "a.flac", "a.pdf", "notes.md", "a.ts", "a.tar.gz", "a.glb", "a.xyz"].map((name) =>
    fileKindOf(name, "application/octet-stream"),
  );
  expect(kinds).toEqual(["image", "video", "audio", "document", "document", "code", "archive", "model", "file"]);
  expect([fileKindOf("photo", "image/webp"), fileKindOf("data", "")]).toEqual(["image", "file"]);
});

test("a type names the extension and the kind", () => {
  const label = (name: string, type?: string) => typeLabelOf(name, type);
  expect([label("a.png"), label("b.zip"), label("c.json")]).toEqual(["PNG image", "ZIP archive", "JSON file"]);
  // A dot in front is no extension, and neither is a part with spaces.
  expect([label(".env"), label("Mr. Smith"), label("photo", "image/webp")]).toEqual(["File", "File", "Image"]);
});
