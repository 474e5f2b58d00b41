import { expect, test } from "vitest";
import { detectFramework } from "./detect-framework.ts";
import { frameworks } from "./frameworks.ts";

const folder = (files: Record<string, unknown>) => (path: string) => {
  const content = files[path];
  return Promise.resolve(typeof content === "string" || content === undefined ? content : JSON.stringify(content));
};

test.each([
  ["vite", { devDependencies: { vite: "8" } }, "npx vite build", "dist"],
  ["vite", { devDependencies: { vite: "8" }, scripts: { build: "tsc && vite build" } }, "npm run build", "dist"],
  ["nextjs", { dependencies: { next: "16", react: "19" } }, "npx next build", "out"],
  ["create-react-app", { dependencies: { "react-scripts": "5" } }, "npx react-scripts build", "build"],
  ["vue", { devDependencies: { "@vue/cli-service": "5" } }, "npx vue-cli-service build", "dist"],
  ["sveltekit", { devDependencies: { "@sveltejs/kit": "2", vite: "8" } }, "npx vite build", "build"],
  ["astro", { dependencies: { astro: "5" }, devDependencies: { vite: "8" } }, "npx astro build", "dist"],
  ["docusaurus-2", { dependencies: { "@docusaurus/core": "3" } }, "npx docusaurus build", "build"],
  ["eleventy", { devDependencies: { "@11ty/eleventy": "3" } }, "npx @11ty/eleventy", "_site"],
  ["hexo", { dependencies: { hexo: "7" } }, "npx hexo generate", "public"],
  ["gatsby", { dependencies: { gatsby: "5" } }, "npx gatsby build", "public"],
  ["other", { scripts: { build: "node make.js" } }, "npm run build", "dist"],
])("%s is found by its package", async (slug, manifest, buildCommand, outputDirectory) => {
  const found = await detectFramework(folder({ "package.json": manifest }));
  expect(found).toMatchObject({ framework: slug, installCommand: "", buildCommand, outputDirectory });
});

test("a folder without package.json, or with a broken one, is plain files", async () => {
  const plain = {
    framework: "other",
    installCommand: "",
    buildCommand: "",
    outputDirectory: "",
    scripts: {},
    engines: {},
    nodeVersion: "24",
  };
  expect(await detectFramework(folder({ "index.html": "<p>" }))).toEqual(plain);
  expect(await detectFramework(folder({ "package.json": "{ not json" }))).toEqual(plain);
  expect(await detectFramework(folder({ "package.json": { scripts: 7, dependencies: ["vite"] } }))).toEqual(plain);
});

test("Angular's output is where angular.json says", async () => {
  const workspace = (build: object) => ({ "angular.json": { projects: { shop: { architect: { build } } } } });
  const outputOf = async (build: object) => (await detectFramework(folder(workspace(build)))).outputDirectory;
  expect(await outputOf({ builder: "@angular/build:application" })).toBe("dist/shop/browser");
  expect(await outputOf({ builder: "@angular/build:application", options: { outputPath: "out" } })).toBe("out/browser");
  expect(await outputOf({ builder: "@angular-devkit/build-angular:browser", options: { outputPath: "dist/x" } })).toBe(
    "dist/x",
  );
});

test("each framework has a slug of its own, and the last one matches everything", () => {
  expect(new Set(frameworks.map(({ slug }) => slug)).size).toBe(frameworks.length);
  expect(frameworks.at(-1)?.detectors).toEqual({});
});
