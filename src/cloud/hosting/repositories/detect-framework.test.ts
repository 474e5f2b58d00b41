import { expect, test } from "vitest";
import { detectFramework } from "./detect-framework.ts";
import { frameworkSlugs } from "../../../../resources/hosting/builds/framework-names.ts";

type Files = Record<string, string | object>;

const folder = (files: Files) => (path: string) => {
  const content = files[path];
  return Promise.resolve(typeof content === "string" || content === undefined ? content : JSON.stringify(content));
};
const detect = (files: Files) => detectFramework(folder(files));
/** A package.json with these dependencies. */
const uses = (...packages: string[]) => ({
  "package.json": { devDependencies: Object.fromEntries(packages.map((name) => [name, "1"])) },
});

/** Files of a new project of each framework, and its build command. */
const found: readonly (readonly [slug: string, files: Files, buildCommand: string, outputDirectory: string])[] = [
  ["blitzjs", uses("blitz", "next", "react"), "npx blitz build", "out"],
  ["redwoodjs", uses("@redwoodjs/core"), "npx rw build web", "web/dist"],
  ["nextjs", uses("next", "react"), "npx next build", "out"],
  ["gatsby", uses("gatsby", "react"), "npx gatsby build", "public"],
  ["docusaurus-2", uses("@docusaurus/core", "react"), "npx docusaurus build", "build"],
  ["docusaurus", uses("docusaurus"), "npx docusaurus-build", "build"],
  ["eleventy", uses("@11ty/eleventy", "vite"), "npx @11ty/eleventy", "_site"],
  ["hexo", { ...uses("hexo"), "_config.yml": "title: x" }, "npx hexo generate", "public"],
  ["astro", uses("astro", "vite", "react"), "npx astro build", "dist"],
  ["sveltekit", uses("@sveltejs/kit", "svelte", "vite"), "npx vite build", "build"],
  ["sapper", uses("sapper", "svelte", "rollup"), "npx sapper export", "__sapper__/export"],
  ["gridsome", uses("gridsome", "vue"), "npx gridsome build", "dist"],
  ["saber", uses("saber", "vue"), "npx saber build", "public"],
  ["nuxtjs", uses("nuxt", "vue"), "npx nuxt generate", ".output/public"],
  ["umijs", uses("umi", "react"), "npx umi build", "dist"],
  ["scully", uses("@scullyio/scully", "@angular/cli"), "npx ng build && npx scully", "dist/static"],
  ["ionic-angular", uses("@ionic/angular", "@angular/cli"), "npx ng build", "www"],
  ["ionic-react", uses("@ionic/react", "vite", "react"), "npx vite build", "dist"],
  ["create-react-app", uses("react-scripts", "react"), "npx react-scripts build", "build"],
  ["vue", uses("@vue/cli-service", "vue"), "npx vue-cli-service build", "dist"],
  ["angular", uses("@angular/cli"), "npx ng build", "dist"],
  ["ember", uses("ember-cli", "vite"), "npx ember build --environment=production", "dist"],
  ["preact", uses("preact-cli", "preact"), "npx preact build", "build"],
  ["dojo", uses("@dojo/cli", "@dojo/framework"), "npx dojo build --mode dist", "output/dist"],
  ["polymer", { "polymer.json": "{}", ...uses("polymer-cli") }, "npx polymer build", "build/default"],
  ["stencil", uses("@stencil/core"), "npx stencil build", "www"],
  ["brunch", { "brunch-config.js": "", ...uses("brunch") }, "npx brunch build --production", "public"],
  ["hugo", { "hugo.toml": "title = 'x'", ...uses("postcss", "vite") }, "hugo --gc", "public"],
  ["zola", { "config.toml": 'title = "x"\nbase_url = "/"\n' }, "zola build", "public"],
  ["vite", uses("vite", "svelte"), "npx vite build", "dist"],
  ["svelte", uses("svelte", "rollup", "sirv-cli"), "npx rollup -c", "public"],
  ["middleman", { "config.rb": "", Gemfile: 'gem "middleman", "4"\n' }, "bundle exec middleman build", "build"],
  ["jekyll", { "_config.yml": "title: x" }, "jekyll build", "_site"],
  ["other", { "index.html": "<p>" }, "", ""],
];

test.each(found)("%s is detected by its files", async (slug, files, buildCommand, outputDirectory) => {
  expect(await detect(files)).toMatchObject({ framework: slug, buildCommand, outputDirectory });
});

test("every framework of the catalogue is tested here", () => {
  expect(found.map(([slug]) => slug)).toEqual(frameworkSlugs);
});

test("a script of package.json that builds the site takes precedence over the framework's command", async () => {
  const manifest = (dependency: string, scripts: object) => ({
    "package.json": { dependencies: { [dependency]: "3" }, scripts },
  });
  const command = async (files: Files) => (await detect(files)).buildCommand;
  expect(await command(manifest("vite", { build: "tsc && vite build" }))).toBe("npm run build");
  expect(await command(manifest("nuxt", { build: "nuxt build", generate: "nuxt generate" }))).toBe("npm run generate");
  expect(await command(manifest("nuxt", { build: "nuxt build" }))).toBe("npx nuxt generate");
  expect(await command(manifest("sapper", { build: "sapper build", export: "sapper export" }))).toBe("npm run export");
  expect(await command(manifest("@scullyio/init", { build: "ng build" }))).toBe("npx ng build && npx scully");
  expect(await detect(manifest("left-pad", { build: "node make.js" }))).toMatchObject({
    framework: "other",
    buildCommand: "npm run build",
    outputDirectory: "dist",
  });
});

test("a folder without a valid package.json is plain files", async () => {
  const plain = {
    framework: "other",
    installCommand: "",
    buildCommand: "",
    outputDirectory: "",
    scripts: {},
    engines: {},
    nodeVersion: "24",
    programs: [],
  };
  expect(await detect({ "index.html": "<p>" })).toEqual(plain);
  expect(await detect({ "package.json": "{ not json" })).toEqual(plain);
  expect(await detect({ "package.json": { scripts: 7, dependencies: ["vite"] } })).toEqual(plain);
});

test("the detection returns the programs that the build requires on the server", async () => {
  const programs = async (files: Files) => (await detect(files)).programs;
  expect(await programs({ "hugo.toml": "" })).toEqual(["hugo"]);
  expect(await programs({ "_config.yml": "", Gemfile: "gem 'jekyll'" })).toEqual(["bundle"]);
  expect(await programs(uses("vite"))).toEqual([]);
});

test("config.toml belongs to Hugo, Zola or neither, depending on its content", async () => {
  const slug = async (text: string) => (await detect({ "config.toml": text })).framework;
  expect(await slug("title = 'x'\nbaseURL = 'https://example.org/'")).toBe("hugo");
  expect(await slug('base_url = "https://example.org"')).toBe("zola");
  expect(await slug("[server]\nport = 80")).toBe("other");
});

test("a site with a Gemfile installs its gems into its own folder and builds with them", async () => {
  const gems = { Gemfile: 'source "https://rubygems.org"\ngem "jekyll"\n' };
  expect(await detect(gems)).toMatchObject({
    framework: "jekyll",
    installCommand: "bundle config set --local path vendor/bundle && bundle install",
    buildCommand: "bundle exec jekyll build",
  });
});

test("Angular's output is read from angular.json", async () => {
  const workspace = (build: object) => ({ "angular.json": { projects: { shop: { architect: { build } } } } });
  const outputOf = async (build: object) => (await detect(workspace(build))).outputDirectory;
  const builder = "@angular/build:application";
  expect(await outputOf({ builder })).toBe("dist/shop/browser");
  expect(await outputOf({ builder, options: { outputPath: "out" } })).toBe("out/browser");
  expect(await outputOf({ builder, options: { outputPath: { base: "docs", browser: "" } } })).toBe("docs");
  expect(await outputOf({ builder, options: { outputPath: { base: "docs" } } })).toBe("docs/browser");
  expect(await outputOf({ builder: "@angular-devkit/build-angular:browser", options: { outputPath: "dist/x" } })).toBe(
    "dist/x",
  );
});

test("the output of other frameworks follows their own files and versions", async () => {
  const of = async (files: Files) => (await detect(files)).outputDirectory;
  expect(await of({ "package.json": { dependencies: { nuxt: "^2.15.8" } } })).toBe("dist");
  expect(await of({ "package.json": { dependencies: { nuxt: "^4.2.0" } } })).toBe(".output/public");
  expect(await of(uses("@ionic/react", "react-scripts"))).toBe("build");
  expect(await of({ ...uses("docusaurus"), "siteConfig.js": "module.exports = { projectName: 'guide' }" })).toBe(
    "build/guide",
  );
});

test.each([
  [{ engines: { node: ">=18" } }, {}, "24"],
  [{ engines: { node: "^20.9.0" } }, {}, "20"],
  [{ engines: { node: "18.x || 20.x" } }, {}, "20"],
  [{ engines: { node: ">=20 <23" } }, {}, "22"],
  [{ engines: { node: "18.17.1" } }, {}, "18"],
  [{ engines: { node: "14.x" } }, {}, "18"],
  [{ engines: { node: ">=26" } }, {}, "24"],
  [{ engines: { node: "whatever" } }, {}, "24"],
  [{}, {}, "24"],
  [{}, { ".nvmrc": "v20.11.1\n" }, "20"],
  [{}, { ".nvmrc": "# ours\nlts/jod\n" }, "22"],
  [{}, { ".nvmrc": "lts/*\n" }, "24"],
  [{}, { ".node-version": "18\n" }, "18"],
  [{}, { ".nvmrc": "16" }, "18"],
  [{}, { ".nvmrc": "22", ".node-version": "18" }, "22"],
  [{ engines: { node: ">=18" } }, { ".nvmrc": "20" }, "20"],
  [{ engines: { node: "^22" } }, { ".nvmrc": "18" }, "22"],
])("package.json %j with %j is built with Node.js %s", async (manifest, files, version) => {
  expect((await detect({ "package.json": manifest, ...files })).nodeVersion).toBe(version);
});

test("the version of Node.js may be set in a folder above, the nearest first", async () => {
  const folder = (files: Record<string, string>) => async (path: string) => files[path];
  const web = folder({ "package.json": '{"scripts":{"build":"vite build"}}' });
  const detected = (...above: Record<string, string>[]) => detectFramework(web, above.map(folder));
  expect((await detected({}, { ".nvmrc": "20" })).nodeVersion).toBe("20");
  expect((await detected({ ".node-version": "22" }, { ".nvmrc": "20" })).nodeVersion).toBe("22");
  const root = { "package.json": '{"engines":{"node":"^20"}}' };
  expect(await detected({ "package.json": "{}" }, root)).toMatchObject({ nodeVersion: "20", engines: { node: "^20" } });
});
