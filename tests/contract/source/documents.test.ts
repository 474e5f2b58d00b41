/** Rules for every page of docs/ and the README: links, length, and the opening sentence. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { documentGroups, isInGroup } from "../../../resources/operator/documents.ts";
import { headingIds } from "../../../resources/operator/heading-ids.ts";
import { pages, resources } from "../../../resources/index.ts";
import { renderDoc } from "../../../src/dashboard/operator/docs/render-doc.ts";
import { root } from "../../support/hosting/source-files.ts";

const linesMax = 200;
const openingWordsMax = 30;

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const pagePaths = globSync("docs/**/*.md", { cwd: root }).filter((path) => path !== "docs/README.md");
const paths = [...pagePaths, "docs/README.md", "README.md", "SECURITY.md"].toSorted();
const nameOf = (path: string): string => /([\w-]+)\.md$/.exec(path)![1]!;

/** Routes of the dashboard, with {id} for any segment, and the server's own URLs in the docs. */
const routes = [
  ...pages.map(({ path }) => path),
  ...resources.flatMap((resource) => Object.values(resource.routes)),
].map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));

const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "");

const linksIn = (markdown: string): string[] =>
  [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => href!);

const anchorsOf = (path: string): Set<string> => {
  // GitHub generates other ids for repeated headings, so no page repeats one.
  const headings = renderDoc(read(path)).headings.map(({ id }) => id);
  return new Set(headings);
};

const problemOf = (from: string, href: string): string | undefined => {
  if (/^(https?|mailto):/.test(href)) return undefined;
  const [target = "", anchor] = href.split("#");
  if (target.startsWith("/")) {
    const { pathname } = new URL(target, "http://localhost");
    return routes.some((route) => route.test(pathname)) ? undefined : "no such screen";
  }
  const path = target === "" ? from : relative(root, join(root, dirname(from), target));
  if (!existsSync(join(root, path))) return "no such file";
  if (anchor !== undefined && !anchorsOf(path).has(anchor)) return "no such heading";
  return undefined;
};

test.each(paths)("links of %s have valid targets", (path) => {
  const broken = linksIn(read(path)).flatMap((href) => {
    const problem = problemOf(path, href);
    return problem ? [`${href}: ${problem}`] : [];
  });
  expect(broken).toEqual([]);
});

describe("every page", () => {
  test("has a unique name and a group", () => {
    const names = pagePaths.map(nameOf);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const folderOf = (path: string) => `${dirname(path)}/`.slice("docs/".length);
    const groupsOf = (path: string) => documentGroups.filter(({ folder }) => isInGroup(folder, folderOf(path)));
    expect(pagePaths.filter((path) => groupsOf(path).length !== 1)).toEqual([]);
  });

  test("is listed in docs/README.md, decisions by their folder", () => {
    const listed = linksIn(read("docs/README.md")).map((href) => `docs/${href}`);
    expect(pagePaths.filter((path) => !listed.includes(path) && !path.startsWith("docs/decisions/"))).toEqual([]);
  });

  test(`has at most ${linesMax} lines`, () => {
    const long = pagePaths.map((path) => [path, read(path).trimEnd().split("\n").length] as const);
    expect(long.filter(([, lines]) => lines > linesMax)).toEqual([]);
  });

  test("starts with a title and one sentence that says what the page is about, not “You …”", () => {
    const wrong = pagePaths
      .filter((path) => !path.startsWith("docs/decisions/"))
      .filter((path) => {
        const [, opening = ""] = /^# [^\n]+\n\n((?:[^\n#|`>*-][^\n]*\n)+)\n/.exec(read(path)) ?? [];
        const sentence = opening.trim().replaceAll("\n", " ");
        return (
          sentence.startsWith("You ") ||
          !/^[A-Z][^.!?]*\.$/.test(sentence.replaceAll(/\.(?=\w)/g, "")) ||
          sentence.split(" ").length > openingWordsMax
        );
      });
    expect(wrong).toEqual([]);
  });

  test("has unique heading ids", () => {
    const repeated = pagePaths.filter((path) => {
      const idOf = headingIds();
      const headings = [...withoutCode(read(path)).matchAll(/^#{1,6} +(.+)$/gm)].map(([, text]) => idOf(text!));
      return headings.some((id) => id.endsWith("-2") && headings.includes(id.slice(0, -2)));
    });
    expect(repeated).toEqual([]);
  });
});

test("documentation links in the code have valid pages and headings", () => {
  const files = globSync("{src,resources,scripts}/**/*.{ts,tsx,mjs}", { cwd: root }).filter(
    (path) => !/\.test\.tsx?$/.test(path),
  );
  const byName = new Map(pagePaths.map((path) => [nameOf(path), path]));
  const broken = files.flatMap((file) => {
    const text = read(file);
    const missing = [...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)].filter(([path]) => !existsSync(join(root, path)));
    const pageLinks = [...text.matchAll(/pageHref\(docs, \{ name: "([\w-]+)" \}\)\}?(?:#([\w-]+))?/g)].filter(
      ([, name, anchor]) => {
        const path = byName.get(name!);
        return !path || (anchor !== undefined && !anchorsOf(path).has(anchor));
      },
    );
    const addresses = [...text.matchAll(/"\/docs\/([\w-]+)(?:#([\w-]+))?"/g)].filter(
      ([, name, anchor]) =>
        name !== "api" && (!byName.has(name!) || (anchor && !anchorsOf(byName.get(name!)!).has(anchor))),
    );
    return [...missing, ...pageLinks, ...addresses].map(([link]) => `${file}: ${link}`);
  });
  expect(broken).toEqual([]);
});
