import { describe, expect, test } from "vitest";
import { nameOf, parentOf, placeHref, placeOf, stepsOf } from "./paths.ts";

const file = (key: string) => ({ kind: "file", bucket: "b", key });
const folder = (prefix: string) => ({ kind: "folder", bucket: "b", prefix });

describe("addresses", () => {
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
  ])("key %j comes back from its address as it was", (key) =>
    expect(placeOf(placeHref("b", key))).toEqual(key.endsWith("/") ? folder(key) : file(key)),
  );

  test.each(["", "a/", "a//", "/", "a/~/", "../"])("folder %j comes back from its address as it was", (prefix) =>
    expect(placeOf(placeHref("b", prefix))).toEqual(folder(prefix)),
  );

  test("an address holds nothing that a browser or the router would take out", () => {
    for (const path of ["a//b", "/a", "a/../b/", "./x", "//"])
      expect(new URL(placeHref("b", path), "http://localhost").pathname).toBe(placeHref("b", path));
    expect(placeHref("b", "a//b/../")).not.toMatch(/\/\/|\/\.\.?(\/|$)/);
  });

  test("a bucket without its slash is the bucket itself, and what cannot be decoded is taken as it is", () => {
    expect(placeOf("/bucket/storage")).toEqual({ kind: "buckets" });
    expect(placeOf("/bucket/storage/")).toEqual({ kind: "buckets" });
    expect(placeOf("/bucket/storage/b")).toEqual(folder(""));
    expect(placeOf("/bucket/storage/b/100%")).toEqual(file("100%"));
  });
});

test("Breadcrumbs on /bucket/storage read 'Buckets', then the folder path segments", () => {
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

test("the folder above, and the name, of what a key or a prefix says", () => {
  expect(["", "a", "a/", "a/b", "a/b/", "a//", "/"].map(parentOf)).toEqual([undefined, "", "", "a/", "a/", "a/", ""]);
  expect(["a", "a/", "a/b", "a/b/", "a//", "/x"].map(nameOf)).toEqual(["a", "a", "b", "b", "", "x"]);
});
