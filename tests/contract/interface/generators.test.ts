/**
 * Current site generators from npm on a full server: pushed, detected, built, served. The starters of Vite and
 * Docusaurus, whose thousand packages take minutes, are in tests/soak.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { isOnPath, registryAnswers } from "../../support/hosting/node-tools.ts";
import { newBuilder, type Builder } from "../../support/hosting/builder.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { putOnline } from "../../support/hosting/starter-site.ts";
import { emptyStarter } from "../../support/hosting/starters.ts";

const minutes = 60_000;

let builder: Builder;
beforeAll(async () => {
  builder = await newBuilder(await testCloud());
});

describe.skipIf(!registryAnswers)("A real published site generator builds, and its site serves correctly", () => {
  test("Eleventy, with a layout, a collection and pages in folders", { timeout: 9 * minutes }, async () => {
    const starter = await emptyStarter();
    const devDependencies = { "@11ty/eleventy": "3.1.2" };
    await starter.write("package.json", JSON.stringify({ private: true, devDependencies }));
    await starter.write("_includes/page.njk", "<!doctype html><title>{{ title }}</title>{{ content | safe }}");
    await starter.write("posts/first.md", "---\ntitle: First\nlayout: page.njk\ntags: posts\n---\n\n**bold**\n");
    await starter.write(
      "index.njk",
      '---\ntitle: Ours\nlayout: page.njk\n---\n{% for post in collections.posts %}<a href="{{ post.url }}">{{ post.data.title }}</a>{% endfor %}',
    );
    const { found, visit } = await putOnline(builder, "eleventy-starter", starter);
    expect(found).toMatchObject({ framework: "eleventy", outputDirectory: "_site" });
    expect((await visit("/")).text).toContain('<a href="/posts/first/">First</a>');
    const post = await visit("/posts/first/");
    expect(post).toMatchObject({ status: 200, type: expect.stringMatching(/^text\/html/) });
    expect(post.text).toContain("<title>First</title><p><strong>bold</strong></p>");
    expect((await visit("/posts/none/")).status).toBe(404);
  });
});

test.skipIf(!(await isOnPath("hugo")))("Hugo builds a new site with the installed program", async () => {
  const starter = await emptyStarter();
  await starter.write("hugo.toml", "title = 'Ours'\nbaseURL = '/'\n");
  await starter.write("config.toml", "title = 'Ours'\nbaseURL = '/'\n");
  await starter.write("layouts/index.html", "<!doctype html><title>{{ .Site.Title }}</title>");
  const { found, visit } = await putOnline(builder, "hugo-starter", starter);
  expect(found).toMatchObject({ framework: "hugo", buildCommand: "hugo --gc", outputDirectory: "public" });
  expect((await visit("/")).text).toContain("<title>Ours</title>");
});
