/** The gallery shows every component: no list has to be maintained. */
import { expect, test } from "vitest";
import { entries } from "../../gallery/entries.ts";
import { sourceFiles } from "../../support/hosting/source-files.ts";

const ui = "src/dashboard/ui/";
const files = new Map(
  sourceFiles("{src/dashboard/ui,tests/gallery}/**/*.{ts,tsx}")
    .filter(({ path }) => !path.includes(".test."))
    .map((file) => [file.path, file]),
);

/** Returns component files that an entry, or a component it shows, imports. */
const shown = (): Set<string> => {
  const seen = new Set<string>();
  const add = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: next, typeOnly } of files.get(path)?.imports ?? []) if (next && !typeOnly) add(next);
  };
  [...files.keys()].filter((path) => path.startsWith("tests/gallery/")).forEach(add);
  return seen;
};

/** Mounted once around every screen; the gallery opens their content. */
const hosts: readonly (readonly [host: string, opener: string])[] = [
  ["dialogs/dialog-host.tsx", "dialogs/dialogs.ts"],
  ["dialogs/prompt-dialog.tsx", "dialogs/dialogs.ts"],
  ["dialogs/dialog.tsx", "dialogs/dialogs.ts"],
  ["toast/toast-host.tsx", "toast/toast.ts"],
];

test("each dashboard component is shown in the gallery", () => {
  const inGallery = shown();
  for (const [host, opener] of hosts) if (inGallery.has(ui + opener)) inGallery.add(ui + host);
  const missing = [...files.keys()].filter(
    (path) => path.startsWith(ui) && path.endsWith(".tsx") && !inGallery.has(path),
  );
  expect(missing, "add it to an entry under tests/gallery/entries").toEqual([]);
});

test("gallery entries have unique anchors, and their states unique titles", () => {
  const ids = entries.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, states } of entries) {
    expect(states.length, id).toBeGreaterThan(0);
    expect(new Set(states.map(({ title }) => title)).size, id).toBe(states.length);
  }
});
