import { expect, test } from "vitest";
import { frameworks } from "../../../../../resources/hosting/builds/frameworks.ts";
import { cachedFolders } from "./framework-cache.ts";

test("each pattern of the catalog names folders of the repository, at most two levels deep", () => {
  expect(cachedFolders("nextjs")).toEqual([".next/cache"]);
  expect(cachedFolders("gatsby")).toEqual([".cache", "public"]);
  expect(cachedFolders("other")).toEqual([]);
  for (const { slug, cachePattern } of frameworks) {
    const folders = cachedFolders(slug);
    expect(folders.length > 0, slug).toBe(cachePattern !== undefined);
    for (const folder of folders) expect(folder, slug).toMatch(/^[\w.-]+(\/[\w.-]+)?$/);
  }
});
