import { expect, test } from "vitest";
import { frameworkLabels, frameworkNames, frameworkSlugs } from "./framework-names.ts";
import { frameworks } from "./frameworks.ts";

test("the names that the first screen knows are those of the catalogue, in its order", () => {
  expect(frameworks.map(({ slug, name }) => [slug, name])).toEqual(Object.entries(frameworkNames));
  expect(frameworks.map(({ slug }) => frameworkLabels[slug])).toEqual(frameworks.map(({ name }) => name));
  expect(frameworks.every(({ detectors }) => detectors !== undefined)).toBe(true);
});

test("the catalogue holds every framework that the specification lists", () => {
  const listed =
    "Next.js, Svelte, Nuxt.js, Vue.js, Vite, Gatsby.js, Angular, Ember.js, Hexo, Eleventy, Hugo, Blitz.js, Docusaurus 1, " +
    "Docusaurus 2, Preact, Dojo, Scully, Ionic Angular, Ionic React, Polymer, Create React App, Gridsome, UmiJS, Sapper, " +
    "Saber, Stencil, RedwoodJS, Jekyll, Brunch, Middleman, Zola, Other";
  expect(Object.values(frameworkNames)).toEqual(expect.arrayContaining(listed.split(", ")));
});

test("environment prefixes and default versions are those of the specification", () => {
  const of = (key: "envPrefix" | "defaultVersion") =>
    Object.fromEntries(frameworks.flatMap((framework) => (framework[key] ? [[framework.name, framework[key]]] : [])));
  expect(of("envPrefix")).toMatchObject({
    "Next.js": "NEXT_PUBLIC_",
    "Nuxt.js": "NUXT_ENV_",
    "Vue.js": "VUE_APP_",
    "Gatsby.js": "GATSBY_",
    "Create React App": "REACT_APP_",
    RedwoodJS: "REDWOOD_ENV_",
  });
  expect(of("defaultVersion")).toEqual({ Hugo: "0.58.2", Zola: "0.13.0" });
});

test("each entry says what it is, where to read more, and each setting's value or what is usual", () => {
  for (const { slug, tagline, description, website, settings } of frameworks) {
    expect(tagline, slug).toMatch(/\.$/);
    expect(description, slug).toMatch(/\.$/);
    if (slug !== "other") expect(website, slug).toMatch(/^https:\/\//);
    for (const setting of Object.values(settings)) expect(setting.value ?? setting.placeholder, slug).toBeDefined();
  }
});

test("'Other' matches everything and stands last", () => {
  expect(frameworks.at(-1)).toMatchObject({ slug: "other", detectors: {} });
  expect(frameworkSlugs.at(-1)).toBe("other");
});
