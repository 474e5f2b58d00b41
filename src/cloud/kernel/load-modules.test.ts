import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../tests/support/server/cloud-process.ts";
import { pages, resources } from "../../../resources/index.ts";
import { modules } from "../modules.ts";
import { loadModules } from "./load-modules.ts";

const builtIn = { modules, resources, pages };

/** Writes a module as text, without what it would import. */
const written = async (source: string, name = "module.mjs"): Promise<string> => {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, source);
  return path;
};
const moduleNamed = (name: string, more = ""): string =>
  `export default { name: ${JSON.stringify(name)}, needs: [], build: () => ({}), ${more} };`;
const resource = (more: string): string =>
  `resources: [{ name: "notes", title: "Notes", routes: {}, calls: {}, fields: {}, ${more} }]`;

test.each([
  ["throws while it loads", `throw new Error("Broken.");`, "can't be loaded. Broken."],
  ["exports something else", "export default {};", "Its default export is not a module."],
  ["has a name that tables and calls can't have", moduleNamed("My notes"), 'Its name "My notes" must begin with'],
  ["has the name of a built-in module", moduleNamed("rpc"), 'The name "rpc" is taken by another module.'],
  [
    "declares a resource of Freehold",
    moduleNamed("notes", `resources: [{ name: "projects", title: "Projects", routes: {}, calls: {}, fields: {} }]`),
    'The resource name "projects" is taken.',
  ],
  [
    "declares a path of the dashboard",
    moduleNamed("notes", resource(`routes: { show: "/hosting/project/{a}/{b}" }`)),
    'The path "/hosting/project/{a}/{b}" of the resource "notes" is taken.',
  ],
  [
    "declares a call outside its own",
    moduleNamed("notes", resource(`calls: { list: "GET $hosting/project" }`)),
    'The call "GET $hosting/project" must begin with $modules/notes.',
  ],
  [
    "declares a changing call that leaves no entry in the operation log",
    moduleNamed("notes", `calls: [{ call: "POST $modules/notes/all", can: "person" }]`),
    "needs a code for the operation log",
  ],
])("a module that %s is refused by its name", async (_, source, reason) => {
  const path = await written(source);
  await expect(loadModules([path], builtIn)).rejects.toThrow(
    `The module ${path} of FREEHOLD_MODULES can't be loaded. `,
  );
  await expect(loadModules([path], builtIn)).rejects.toThrow(reason);
});

test("a folder is loaded by its package.json, and two modules with one name are refused", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "lib"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ exports: { ".": { import: "./lib/notes.mjs" } } }));
  await writeFile(join(folder, "lib/notes.mjs"), moduleNamed("notes", `migrations: { "001-note": { up() {} } }`));
  const { modules: loaded, migrations } = await loadModules([folder], builtIn);
  expect([loaded.map(({ name }) => name), Object.keys(migrations)]).toEqual([["notes"], ["notes/001-note"]]);
  const other = await written(moduleNamed("notes"));
  await expect(loadModules([folder, other], builtIn)).rejects.toThrow('The name "notes" is taken by another module.');
});

test("without modules nothing is loaded or checked", async () => {
  expect(await loadModules([])).toEqual({ modules: [], resources: [], calls: [], migrations: {}, portable: [] });
});
