import { expect, test } from "vitest";
import { frameworkLabels, frameworkNames, frameworkSlugs } from "./framework-names.ts";
import { frameworks } from "./frameworks.ts";

test("the first screen's names match the catalogue, in its order", () => {
  expect(frameworks.map(({ slug, name }) => [slug, name])).toEqual(Object.entries(frameworkNames));
  expect(frameworks.map(({ slug }) => frameworkLabels[slug])).toEqual(frameworks.map(({ name }) => name));
  expect(frameworks.every(({ detectors }) => detectors !== undefined)).toBe(true);
});

test("the catalogue contains every framework of the specification", () => {
  const listed =
    "Next.js, Svelte, Nuxt.js, Vue.js, Vite, Gatsby.js, Angular, Ember.js, Hexo, Eleventy, Hugo, Blitz.js, Docusaurus 1, " +
    "Docusaurus 2, Preact, Dojo, Scully, Ionic Angular, Ionic React, Polymer, Create React App, Gridsome, UmiJS, Sapper, " +
    "Saber, Stencil, RedwoodJS, Jekyll, Brunch, Middleman, Zola, Other";
  expect(Object.values(frameworkNames)).toEqual(expect.arrayContaining(listed.split(", ")));
});

test("environment prefixes are those of the specification", () => {
  const of = (key: "envPrefix") =>
    Object.fromEntries(frameworks.flatMap((framework) => (framework[key] ? [[framework.name, framework[key]]] : [])));
  expect(of("envPrefix")).toMatchObject({
    "Next.js": "NEXT_PUBLIC_",
    "Nuxt.js": "NUXT_ENV_",
    "Vue.js": "VUE_APP_",
    "Gatsby.js": "GATSBY_",
    "Create React App": "REACT_APP_",
    RedwoodJS: "REDWOOD_ENV_",
  });
});

test("each entry has a description, a website, and a value or placeholder for each setting", () => {
  for (const { slug, logo, tagline, description, website, demo, settings } of frameworks) {
    expect(tagline, slug).toMatch(/\.$/);
    expect(description, slug).toMatch(/\.$/);
    if (slug !== "other") expect(website, slug).toMatch(/^https:\/\//);
    expect(demo ?? "https://", slug).toMatch(/^https:\/\//);
    expect(logo.letters, slug).toMatch(/^.{1,2}$/);
    for (const setting of Object.values(settings)) expect(setting.value ?? setting.placeholder, slug).toBeDefined();
  }
});

test("a website is a valid public URL, and demo sites are on its domain", () => {
  const siteOf = (address: string): string => {
    const { protocol, hostname, username, search, hash, href } = new URL(address);
    expect([protocol, username, search, hash], address).toEqual(["https:", "", "", ""]);
    expect(hostname, address).toMatch(/^([a-z0-9-]+\.)+[a-z]{2,}$/);
    expect([address, `${address}/`], address).toContain(href);
    return hostname.split(".").slice(-2).join(".");
  };
  for (const { slug, website, demo } of frameworks) {
    if (website !== undefined) siteOf(website);
    if (demo !== undefined) expect(siteOf(demo), slug).toBe(siteOf(website!));
  }
  expect(frameworks.filter(({ demo }) => demo !== undefined).length).toBeGreaterThan(10);
});

test("'Other' matches everything and is last", () => {
  expect(frameworks.at(-1)).toMatchObject({ slug: "other", detectors: {} });
  expect(frameworkSlugs.at(-1)).toBe("other");
});
