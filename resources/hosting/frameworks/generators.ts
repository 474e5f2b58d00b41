import { installCommand, type FrameworkEntries } from "./framework.ts";

const bundleInstall = { placeholder: "bundle install, if there is a Gemfile" } as const;
const noInstall = { placeholder: "nothing, unless there is a package.json" } as const;

/** Generators of sites from content: those that npm brings, and those with a program of their own. */
export const generators = {
  "docusaurus-2": {
    tagline: "Documentation that is easy to keep.",
    description: "A Docusaurus site, version 2 or later.",
    website: "https://docusaurus.io",
    detectors: { every: [{ dependency: "@docusaurus/core" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx docusaurus build" },
      devCommand: { value: "npx docusaurus start" },
      outputDirectory: { value: "build" },
    },
    cachePattern: ".docusaurus/**",
    recommendedIntegrations: ["Algolia DocSearch"],
  },
  docusaurus: {
    tagline: "Documentation that is easy to keep, in its first version.",
    description: "A Docusaurus site, version 1; its root directory is usually `website`.",
    website: "https://v1.docusaurus.io",
    detectors: { every: [{ dependency: "docusaurus" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx docusaurus-build" },
      devCommand: { value: "npx docusaurus-start" },
      outputDirectory: { placeholder: "build/<project>, by siteConfig.js" },
    },
  },
  eleventy: {
    tagline: "A simpler static site generator.",
    description: "An Eleventy site.",
    website: "https://www.11ty.dev",
    detectors: { every: [{ dependency: "@11ty/eleventy" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx @11ty/eleventy" },
      devCommand: { value: "npx @11ty/eleventy --serve" },
      outputDirectory: { value: "_site" },
    },
    cachePattern: ".cache/**",
  },
  hexo: {
    tagline: "A fast, simple blog framework.",
    description: "A Hexo blog.",
    website: "https://hexo.io",
    detectors: { every: [{ dependency: "hexo" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx hexo generate" },
      devCommand: { value: "npx hexo server" },
      outputDirectory: { value: "public" },
    },
  },
  astro: {
    tagline: "Websites led by their content.",
    description: "An Astro site with static output.",
    website: "https://astro.build",
    envPrefix: "PUBLIC_",
    detectors: { every: [{ dependency: "astro" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx astro build" },
      devCommand: { value: "npx astro dev" },
      outputDirectory: { value: "dist" },
    },
    cachePattern: "node_modules/.astro/**",
    recommendedIntegrations: ["Contentful", "Sanity"],
  },
  hugo: {
    tagline: "The fast generator in one program.",
    description: "A Hugo site, built by the Hugo of the machine.",
    website: "https://gohugo.io",
    detectors: {
      some: [
        ...["hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default/hugo.toml"].map((file) => ({ file })),
        ...["config.toml", "config.yaml", "config.json"].map((file) => ({ file, holds: /^\s*"?baseURL\b/im })),
      ],
    },
    settings: {
      installCommand: noInstall,
      buildCommand: { value: "hugo --gc" },
      devCommand: { value: "hugo server" },
      outputDirectory: { value: "public" },
    },
    buildScripts: [],
    useRuntime: "go",
    cachePattern: "resources/_gen/**",
    defaultVersion: "0.58.2",
  },
  zola: {
    tagline: "Everything for a static site in one program.",
    description: "A Zola site, built by the Zola of the machine.",
    website: "https://www.getzola.org",
    detectors: {
      some: ["config.toml", "zola.toml"].map((file) => ({ file, holds: /^\s*base_url\s*=/m })),
    },
    settings: {
      installCommand: noInstall,
      buildCommand: { value: "zola build" },
      devCommand: { value: "zola serve" },
      outputDirectory: { value: "public" },
    },
    buildScripts: [],
    useRuntime: "rust",
    defaultVersion: "0.13.0",
  },
  middleman: {
    tagline: "Hand-crafted sites with the tools of Ruby.",
    description: "A Middleman site, built by the Ruby of the machine.",
    website: "https://middlemanapp.com",
    detectors: { every: [{ file: "Gemfile", holds: /^\s*gem\s*\(?\s*["']middleman/m }] },
    settings: {
      installCommand: bundleInstall,
      buildCommand: { value: "bundle exec middleman build" },
      devCommand: { value: "bundle exec middleman server" },
      outputDirectory: { value: "build" },
    },
    buildScripts: [],
    useRuntime: "ruby",
    cachePattern: "{vendor,.cache}/**",
  },
  jekyll: {
    tagline: "Plain text into sites and blogs.",
    description: "A Jekyll site, built by the Ruby of the machine.",
    website: "https://jekyllrb.com",
    detectors: {
      some: [
        { file: "_config.yml" },
        { file: "_config.yaml" },
        { file: "Gemfile", holds: /^\s*gem\s*\(?\s*["'](jekyll|github-pages)["']/m },
      ],
    },
    settings: {
      installCommand: bundleInstall,
      buildCommand: { value: "jekyll build" },
      devCommand: { value: "jekyll serve" },
      outputDirectory: { value: "_site" },
    },
    buildScripts: [],
    useRuntime: "ruby",
    cachePattern: "{vendor,.jekyll-cache}/**",
  },
} satisfies FrameworkEntries;
