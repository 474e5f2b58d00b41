import { expect, test } from "vitest";
import { newBuilder } from "../support/builder.ts";
import { testCloud } from "../support/cloud.ts";
import { classicDocusaurus } from "../support/docusaurus-starter.ts";
import { putOnline } from "../support/starter-site.ts";

test("Docusaurus' classic starter, by create-docusaurus, builds whole and serves docs, blog and pages", async () => {
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
