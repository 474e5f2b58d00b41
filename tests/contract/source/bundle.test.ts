/** Measures what a browser must load, in the built dashboard. Sizes in kB of 1024 bytes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { pages } from "../../../resources/pages.ts";
import { ensureDashboard } from "../../../scripts/lib/dashboard.mjs";
import { root } from "../../support/hosting/source-files.ts";

interface Chunk {
  readonly fileName: string;
  readonly code: string;
  /** Files that it imports at once. */
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
}

/** kB of gzip; brotli for the first list. */
const budgets = {
  entry: 129,
  publicPage: 146,
  entryAndShell: 183,
  page: 132,
  models: 172,
  firstListBrotli: 160,
} as const;
const shellModule = "/src/dashboard/app/shell/shell-route.tsx";
const publicModules = pages
  .filter((page) => "login" in page && page.login === false)
  .map(({ name }) => `/${name}/page.tsx`);
const listModules = [shellModule, "/src/dashboard/framework/pages/list-page.tsx"];

const folder = join(root, "dist");
let chunks: readonly Chunk[];

beforeAll(async () => {
  await ensureDashboard();
  const listed = JSON.parse(readFileSync(join(folder, ".chunks"), "utf8")) as Omit<Chunk, "code">[];
  chunks = listed.map((chunk) => ({ ...chunk, code: readFileSync(join(folder, chunk.fileName), "utf8") }));
});

const chunkWith = (module: string): Chunk => {
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (!found) throw new Error(`No chunk holds ${module}.`);
  return found;
};

/** Returns the chunks with all their static imports. */
const closure = (...from: readonly Chunk[]): Set<Chunk> => {
  const seen = new Set<Chunk>();
  const add = (chunk: Chunk): void => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name)!);
  };
  from.forEach(add);
  return seen;
};

const kilobytes = (set: Iterable<Chunk>, compress: (code: string) => Buffer): number =>
  [...set].reduce((sum, { code }) => sum + compress(code).length, 0) / 1024;
const gzip = (code: string) => gzipSync(code, { level: 9 });
const without = (set: Set<Chunk>, other: Set<Chunk>): Chunk[] => [...set].filter((chunk) => !other.has(chunk));
const packagesIn = (set: Iterable<Chunk>): Set<string> =>
  new Set(
    [...set].flatMap(({ moduleIds }) =>
      moduleIds.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
    ),
  );

const entry = () => closure(chunkWith("/src/dashboard/main.tsx"));
const shell = () => closure(chunkWith("/src/dashboard/main.tsx"), chunkWith(shellModule));

describe("budgets", () => {
  test(`the public entry weighs at most ${budgets.entry} kB (gzip)`, () => {
    expect(kilobytes(entry(), gzip)).toBeLessThanOrEqual(budgets.entry);
  });

  test.each(publicModules)(
    `the entry and %s, a page for anyone, weigh at most ${budgets.publicPage} kB (gzip)`,
    (module) => {
      expect(kilobytes(closure(...entry(), chunkWith(module)), gzip)).toBeLessThanOrEqual(budgets.publicPage);
    },
  );

  test.each(["home", "invitation"])(
    `/boost's first load, with its %s, weighs at most ${budgets.publicPage} kB (gzip) before wallet code`,
    (part) => {
      const page = closure(...entry(), ...["page", part].map((name) => chunkWith(`/boost/boost/${name}.tsx`)));
      expect(kilobytes(page, gzip)).toBeLessThanOrEqual(budgets.publicPage);
      const walletCode = /\/chains\/|\/flows\/session\/(wallet|connect)/;
      expect([...page].flatMap(({ moduleIds }) => moduleIds).filter((id) => walletCode.test(id))).toEqual([]);
    },
  );

  test(`entry and shell with Refine weigh at most ${budgets.entryAndShell} kB (gzip)`, () => {
    expect(kilobytes(shell(), gzip)).toBeLessThanOrEqual(budgets.entryAndShell);
  });

  test(`the first list needs at most ${budgets.firstListBrotli} kB of JavaScript (brotli)`, () => {
    const needed = closure(...entry(), ...listModules.map(chunkWith));
    expect(kilobytes(needed, (code) => brotliCompressSync(code))).toBeLessThanOrEqual(budgets.firstListBrotli);
  });

  test(`no screen, dialog or other lazy part adds more than ${budgets.page} kB (gzip), except the preview of 3D models`, () => {
    const loaded = shell();
    const model = chunkWith("/storage/buckets/file/model-preview.tsx");
    expect(kilobytes(without(closure(model), loaded), gzip)).toBeLessThanOrEqual(budgets.models);
    // Menus and date pickers arrive after the form around them.
    const form = closure(chunkWith("/framework/forms/form-engine.tsx"));
    const controls = ["select-menu", "date-time"].map((name) => chunkWith(`/framework/forms/${name}.tsx`));
    const before = (chunk: Chunk) => (controls.includes(chunk) ? new Set([...loaded, ...form]) : loaded);
    const heavy = chunks
      .filter((chunk) => chunk !== model)
      .map((chunk) => [chunk.fileName, kilobytes(without(closure(chunk), before(chunk)), gzip)] as const)
      .filter(([, size]) => size > budgets.page);
    expect(heavy).toEqual([]);
  });
});

describe("excluded code", () => {
  test("ethers, wallet SDKs, charts and antd are in neither entry nor shell", () => {
    const heavy =
      /^(ethers|viem|@noble\/|@tonconnect\/|@telegram-apps\/|uplot|recharts|echarts|antd|rc-|@ant-design\/|@refinedev\/antd)/;
    expect([...packagesIn(shell())].filter((name) => heavy.test(name))).toEqual([]);
  });

  test("TON Connect is in no first load, and draws its own icons", () => {
    const loaded = closure(...entry(), ...[...publicModules, ...listModules].map(chunkWith));
    expect([...packagesIn(loaded)].filter((name) => name.startsWith("@tonconnect/"))).toEqual([]);
    const own = chunkWith("/@tonconnect/ui/lib/index.mjs");
    expect(own.code).toContain("data-tc-modal");
    expect(own.code).not.toMatch(/ton-connect\/sdk\/main\/assets|setAttribute\(.ontouchstart/);
  });

  test("no resource's declaration or face is in the public entry", () => {
    const ids = (set: Iterable<Chunk>) => [...set].flatMap(({ moduleIds }) => moduleIds);
    const isDeclaration = (id: string): boolean =>
      id.includes("resource-faces:") || /\/resources\/(index|hosting\/projects)\.ts$/.test(id);
    expect(ids(shell()).some(isDeclaration)).toBe(true);
    expect(ids(entry()).filter(isDeclaration)).toEqual([]);
  });

  test("Refine and its query cache are not in the public entry", () => {
    expect([...packagesIn(entry())].filter((name) => /^@(refinedev|tanstack)\//.test(name))).toEqual([]);
  });

  test("the catalogue of frameworks is not in entry or shell, and New project loads a template's form when one is selected", () => {
    const holds = (set: Iterable<Chunk>, part: string) =>
      [...set].some(({ moduleIds }) => moduleIds.some((id) => id.includes(part)));
    const newProject = closure(chunkWith("/src/dashboard/hosting/projects/create.tsx"));
    expect(holds(shell(), "/resources/hosting/frameworks/")).toBe(false);
    expect(holds(newProject, "/resources/hosting/frameworks/")).toBe(true);
    expect(holds(newProject, "/new-project/template-form/")).toBe(false);
  });

  test("each of react, antd, react-router and @tanstack/react-query resolves once", () => {
    for (const name of ["react", "react-dom", "antd", "react-router", "@tanstack/react-query"]) {
      const places = new Set(
        chunks.flatMap(({ moduleIds }) =>
          moduleIds.flatMap((id) => new RegExp(`^.*node_modules/${name}/`).exec(id.split("?")[0]!)?.[0] ?? []),
        ),
      );
      expect([...places], name).toHaveLength(1);
    }
  });
});

describe("the HTML page", () => {
  const page = () => readFileSync(join(folder, "index.html"), "utf8");

  test("requests no style sheet and nothing from another host before its scripts", () => {
    expect(page()).not.toMatch(/<link rel="stylesheet"/);
    expect([...page().matchAll(/(?:src|href)="(https?:)?\/\//g)]).toEqual([]);
  });

  test("has an inline script with the first call of a list and the files of each screen", () => {
    expect(page()).toContain("/project/v3/list");
    expect(page()).toContain(`/${chunkWith(shellModule).fileName}`);
  });

  test("has a static shell that shows the drawer's entries", () => {
    expect(page()).toMatch(/data-static-shell[\s\S]*href="\/hosting\/projects"[\s\S]*Projects/);
  });

  test("preloads one font of at most 60 kB, which the service worker caches and whose license is served", () => {
    const fonts = [...page().matchAll(/<link rel="preload" as="font" type="font\/woff2" crossorigin href="\/(.+?)">/g)];
    expect(fonts).toHaveLength(1);
    const file = fonts[0]![1]!;
    expect(page()).toContain(`url(/${file})`);
    expect(readFileSync(join(folder, file)).length / 1024).toBeLessThanOrEqual(60);
    expect(readFileSync(join(folder, "service-worker.js"), "utf8")).toContain(`/${file}`);
    expect(readFileSync(join(folder, "assets/inter-license.txt"), "utf8")).toContain("SIL OPEN FONT LICENSE");
  });

  test("pages and scripts are also stored compressed", () => {
    const files = readdirSync(folder, { recursive: true }).map(String);
    expect(files).toContain("index.html.br");
    expect(files).toContain(`${chunkWith(shellModule).fileName}.gz`);
  });

  test("the service worker caches the page and the first screens' files, and no API answers", () => {
    const worker = readFileSync(join(folder, "service-worker.js"), "utf8");
    expect(worker).toContain(`/${chunkWith(shellModule).fileName}`);
    expect(worker).not.toMatch(/\/api\//);
  });
});
