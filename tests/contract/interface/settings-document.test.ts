import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { readConfig, settingNames } from "../../../src/cloud/config.ts";

const document = readFileSync(join(import.meta.dirname, "../../../docs/reference/settings.md"), "utf8");
const rows = [...document.matchAll(/^\| `([A-Z0-9_]+)` *\| (?:`([^`]*)`)? *\| \S/gm)];

test("docs/reference/settings.md lists every setting, in the order of src/cloud/config.ts", () => {
  expect(rows.map(([, name]) => name)).toEqual(settingNames);
});

test("docs/reference/settings.md names each setting's default", () => {
  const defaults = readConfig({}) as Readonly<Record<string, string | number | readonly string[] | undefined>>;
  const documented = Object.fromEntries(rows.map(([, name, value]) => [name, value ?? ""]));
  const real = settingNames.map((name) => [name, String(defaults[name] ?? "")]);
  expect({ ...documented, DATA_DIR: resolve(documented["DATA_DIR"] ?? "") }).toEqual(Object.fromEntries(real));
});
