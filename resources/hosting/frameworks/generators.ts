import { installCommand, type FrameworkEntries } from "./framework.ts";

const bundleInstall = { placeholder: "bundle install, if there is a Gemfile" } as const;
const noInstall = { placeholder: "nothing, unless there is a package.json" } as const;

/** Static site generators from npm, and standalone ones. */
export const generators = {
  "docusaurus-2": {
    tagline: "Easy-to-maintain documentation sites.",
    description: "A Docusaurus site, version 2 or later.",
    website: "https://docusaurus.io",
    demo: "https://docusaurus.io/showcase",
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
    tagline: "Easy-to-maintain documentation sites, version 1.",
    description: "A Docusaurus 1 site. The root directory is usually `website`.",
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
    demo: "https://www.11ty.dev/docs/starter/",
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
    demo: "https://hexo.io/themes/",
    detectors: { every: [{ dependency: "hexo" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx hexo generate" },
      devCommand: { value: "npx hexo server" },
      outputDirectory: { value: "public" },
    },
  },
  astro: {
    tagline: "Content-driven websites.",
    description: "An Astro site with static output.",
    website: "https://astro.build",
    demo: "https://astro.build/showcase/",
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
    tagline: "A fast generator in a single binary.",
    description: "A Hugo site, built with the server's Hugo.",
    website: "https://gohugo.io",
    demo: "https://themes.gohugo.io/",
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
  },
  zola: {
    tagline: "A static site generator in a single binary.",
    description: "A Zola site, built with the server's Zola.",
    website: "https://www.getzola.org",
    demo: "https://www.getzola.org/themes/",
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
  },
  middleman: {
    tagline: "Hand-crafted sites with Ruby tools.",
    description: "A Middleman site, built with the server's Ruby.",
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
    tagline: "Turns plain text into sites and blogs.",
    description: "A Jekyll site, built with the server's Ruby.",
    website: "https://jekyllrb.com",
    demo: "https://jekyllrb.com/showcase/",
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
