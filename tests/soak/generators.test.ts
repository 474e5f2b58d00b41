import { expect, test } from "vitest";
import { newBuilder } from "../support/hosting/builder.ts";
import { testCloud } from "../support/server/cloud.ts";
import { putOnline } from "../support/hosting/starter-site.ts";
import { npmStarter, type Starter } from "../support/hosting/starters.ts";

/**
 * Returns Docusaurus' classic starter, unmodified except for the version of one dependency of its search, which no page
 * here uses.
 */
const classicDocusaurus = async (): Promise<Starter> => {
  const words = ["site", "classic", "--skip-install", "--javascript"];
  const starter = await npmStarter("create-docusaurus@3.10.2", "create-docusaurus", ...words);
  const manifest = JSON.parse(await starter.read("package.json")) as object;
  const overrides = { "@docsearch/react": "4.6.3" };
  await starter.write("package.json", JSON.stringify({ ...manifest, overrides }));
  return starter;
};

test("Docusaurus' classic starter, created with create-docusaurus, builds completely and serves docs, blog and pages", async () => {
  const builder = await newBuilder(await testCloud());
  const { found, visit } = await putOnline(builder, "docusaurus-classic", await classicDocusaurus());
  expect(found).toMatchObject({ framework: "docusaurus-2", buildCommand: "npm run build", outputDirectory: "build" });
  expect((await visit("/")).text).toContain("Docusaurus Tutorial");
  expect((await visit("/docs/intro/")).text).toMatch(/<title[^>]*>Tutorial Intro/);
  expect((await visit("/blog/")).text).toMatch(/<title[^>]*>Blog/);
  expect((await visit("/markdown-page/")).text).toContain("Markdown page example");
  expect(await visit("/img/docusaurus.png")).toMatchObject({ status: 200, type: "image/png" });
  expect((await visit("/no/such/page")).text).toContain("Page Not Found");
});

test("Vite's starter, created with create-vite, builds and serves, including client-side routes", async () => {
  const starter = await npmStarter("create-vite@9", "create-vite", "site", "--template", "react", "--no-interactive");
  const { found, visit } = await putOnline(await newBuilder(await testCloud()), "vite-starter", starter, {
    rewrite: true,
  });
  expect(found).toMatchObject({ framework: "vite", buildCommand: "npm run build", outputDirectory: "dist" });
  const page = await visit("/");
  expect(page).toMatchObject({ status: 200, type: expect.stringMatching(/^text\/html/) });
  expect(page.text).toContain('<div id="root"></div>');
  const [, script = ""] = /<script type="module"[^>]* src="([^"]+)"/.exec(page.text) ?? [];
  expect(await visit(script)).toMatchObject({ status: 200, type: expect.stringMatching(/javascript/) });
  const [, style = ""] = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(page.text) ?? [];
  expect(await visit(style)).toMatchObject({ status: 200, type: expect.stringMatching(/^text\/css/) });
  expect(await visit("/orders/7?sort=new")).toEqual(page);
});
