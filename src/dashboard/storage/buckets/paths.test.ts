import { describe, expect, test } from "vitest";
import { nameOf, parentOf, placeHref, placeOf, stepsOf } from "./paths.ts";

const file = (key: string) => ({ kind: "file", bucket: "b", key });
const folder = (prefix: string) => ({ kind: "folder", bucket: "b", prefix });

describe("paths", () => {
  test.each([
    "a.txt",
    "a//b",
    "/a",
    "//",
    "a/../b",
    "./x",
    "~",
    "~x/~~",
    "100%/ü 🙂",
    "שלום.txt",
    "a?b#c+d",
    " ",
    "a\\b",
  ])("key %j survives a round trip through its path", (key) =>
    expect(placeOf(placeHref("b", key))).toEqual(key.endsWith("/") ? folder(key) : file(key)),
  );

  test.each(["", "a/", "a//", "/", "a/~/", "../"])("folder %j survives a round trip through its path", (prefix) =>
    expect(placeOf(placeHref("b", prefix))).toEqual(folder(prefix)),
  );

  test("a path contains nothing that browsers or the router normalize", () => {
    for (const path of ["a//b", "/a", "a/../b/", "./x", "//"])
      expect(new URL(placeHref("b", path), "http://localhost").pathname).toBe(placeHref("b", path));
    expect(placeHref("b", "a//b/../")).not.toMatch(/\/\/|\/\.\.?(\/|$)/);
  });

  test("the slash after a bucket is optional, and malformed encodings are kept as text", () => {
    expect(placeOf("/bucket/storage")).toEqual({ kind: "buckets" });
    expect(placeOf("/bucket/storage/")).toEqual({ kind: "buckets" });
    expect(placeOf("/bucket/storage/b")).toEqual(folder(""));
    expect(placeOf("/bucket/storage/b/100%")).toEqual(file("100%"));
  });
});

test("breadcrumbs list the bucket, then the segments of the path", () => {
  expect(stepsOf({ kind: "folder", bucket: "b", prefix: "a/a//" }).map(({ label }) => label)).toEqual([
    "b",
    "a",
    "a",
    "(no name)",
  ]);
  const steps = stepsOf({ kind: "file", bucket: "b", key: "docs/old/x.txt" });
  expect(steps.map(({ to }) => placeOf(to))).toEqual([
    folder(""),
    folder("docs/"),
    folder("docs/old/"),
    file("docs/old/x.txt"),
  ]);
  expect(stepsOf({ kind: "folder", bucket: "b", prefix: "" })).toHaveLength(1);
});

test("returns the parent folder and the name of a key or prefix", () => {
  expect(["", "a", "a/", "a/b", "a/b/", "a//", "/"].map(parentOf)).toEqual([undefined, "", "", "a/", "a/", "a/", ""]);
  expect(["a", "a/", "a/b", "a/b/", "a//", "/x"].map(nameOf)).toEqual(["a", "a", "b", "b", "", "x"]);
});
