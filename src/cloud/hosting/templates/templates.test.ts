import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { optionsOf } from "../../../../resources/hosting/templates/template-values.ts";
import { templateOptionTypes } from "../../../../resources/hosting/templates/templates.ts";
import { createTemplates } from "./service.ts";

const siteBytesMax = 60 * 1024;
const own = join(import.meta.dirname, "../../../../templates");
const silent = pino({ level: "silent" });

const folderWith = async (files: Record<string, string>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-templates-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
};

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe("the built-in templates", () => {
  test("are at least four, each with a name, a description and an image", async () => {
    const list = await createTemplates(own, silent).list();
    expect(list.length).toBeGreaterThanOrEqual(4);
    expect(list.length).toBe((await readdir(own)).length);
    for (const { id, name, description, picture } of list) {
      expect(
        [name, description].every((text) => text.length > 3),
        id,
      ).toBe(true);
      expect(picture).toBe(`/templates/${id}/picture.svg`);
    }
  });

  test("use all four option types among them: text, textarea, switch and table with headers", async () => {
    const list = await createTemplates(own, silent).list();
    const options = list.flatMap(({ configJson }) => optionsOf(configJson));
    expect(new Set(options.map(({ type }) => type))).toEqual(new Set(templateOptionTypes));
    expect(options.filter(({ type }) => type === "table").every(({ headers }) => headers!.length > 0)).toBe(true);
  });

  test("are under 60 KB each, load nothing from other origins and never render values as markup", async () => {
    for (const { id } of await createTemplates(own, silent).list()) {
      const files = await filesOf(join(own, id, "site"));
      const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
      expect(
        sizes.reduce((sum, size) => sum + size, 0),
        id,
      ).toBeLessThan(siteBytesMax);
      for (const file of files) {
        const text = await readFile(file, "utf8");
        expect(text, file).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/);
        expect(text, file).not.toMatch(/(src|href)="https?:|@import|url\(["']?https?:/);
      }
    }
  });
});

describe("a folder of templates", () => {
  const manifest = (options: object[]) =>
    JSON.stringify({
      name: "Note",
      description: "A note.",
      tags: [],
      configJson: { config: [{ name: "All", options }] },
    });
  const text = { type: "text", key: "title", label: "Title", value: "Hello" };

  test("a template is written with its values, and with its defaults where values are missing", async () => {
    const folder = await folderWith({
      "note/template.json": manifest([text, { ...text, key: "foot", value: "Bye" }]),
      "note/site/index.html": "<p>note</p>",
      "note/site/js/app.js": "app()",
    });
    const templates = createTemplates(folder, silent);
    expect(await templates.find("note")).toMatchObject({ id: "note", picture: "" });
    const into = await folderWith({});
    await templates.write("note", { title: "Mine" }, into);
    expect(JSON.parse(await readFile(join(into, "config.json"), "utf8"))).toEqual({ title: "Mine", foot: "Bye" });
    expect(await readFile(join(into, "js/app.js"), "utf8")).toBe("app()");
  });

  test.each([
    ["is no JSON", "{"],
    ["has two options of one key", manifest([text, text])],
    ["has a table without headers", manifest([{ type: "table", key: "rows", label: "Rows", value: [] }])],
    ["starts with what its own form refuses", manifest([{ ...text, type: "switch" }])],
    ["has an option of an unknown type", manifest([{ ...text, type: "colour" }])],
  ])("one whose template.json %s is left out, and the others stay", async (_, broken) => {
    const folder = await folderWith({
      "good/template.json": manifest([text]),
      "good/site/index.html": "good",
      "bad/template.json": broken,
      "bad/site/index.html": "bad",
    });
    expect((await createTemplates(folder, silent).list()).map(({ id }) => id)).toEqual(["good"]);
  });

  test("an id is never a path", async () => {
    const folder = await folderWith({ "a/template.json": manifest([text]), "a/site/index.html": "a" });
    const templates = createTemplates(join(folder, "a"), silent);
    expect(await templates.find("../a")).toBeUndefined();
    expect(await templates.find(".")).toBeUndefined();
    expect(await createTemplates(join(folder, "none"), silent).list()).toEqual([]);
  });
});
