/**
 * The catalogue of frameworks: how to recognise one by a repository's files, and how it is built. The first entry that
 * matches wins, so what builds on another stands before it; "Other" matches everything and stands last.
 */

/** A command or folder; without a value the placeholder says what is usual. */
export interface Setting {
  readonly value?: string;
  readonly placeholder?: string;
}

/** A package among the (development) dependencies, or a file. */
export type Detector = { readonly dependency: string } | { readonly file: string };

export interface Framework {
  readonly name: string;
  readonly slug: string;
  readonly tagline: string;
  readonly description: string;
  readonly website?: string;
  readonly logo?: string;
  readonly demo?: string;
  /** Environment variables with this prefix end up in the site. */
  readonly envPrefix?: string;
  readonly detectors: { readonly every?: readonly Detector[]; readonly some?: readonly Detector[] };
  readonly settings: {
    /** Empty: the lock file decides. */
    readonly installCommand: Setting;
    /** Used unless package.json has a script "build". Empty: nothing is built. */
    readonly buildCommand: Setting;
    readonly devCommand: Setting;
    /** Relative to the root directory; empty is that folder itself. */
    readonly outputDirectory: Setting;
  };
  readonly useRuntime?: string;
  readonly cachePattern?: string;
  readonly defaultVersion?: string;
  readonly recommendedIntegrations?: readonly string[];
}

const installCommand: Setting = { placeholder: "npm ci, pnpm install or yarn install, by the lock file" };

export const frameworks: readonly Framework[] = [
  {
    name: "Next.js",
    slug: "nextjs",
    tagline: "The React framework, as a static export.",
    description: 'A Next.js app with `output: "export"`.',
    website: "https://nextjs.org",
    envPrefix: "NEXT_PUBLIC_",
    detectors: { every: [{ dependency: "next" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx next build" },
      devCommand: { value: "npx next dev" },
      outputDirectory: { value: "out" },
    },
    cachePattern: ".next/cache/**",
  },
  {
    name: "Gatsby.js",
    slug: "gatsby",
    tagline: "Websites from React and your content.",
    description: "A Gatsby site.",
    website: "https://www.gatsbyjs.com",
    envPrefix: "GATSBY_",
    detectors: { every: [{ dependency: "gatsby" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx gatsby build" },
      devCommand: { value: "npx gatsby develop" },
      outputDirectory: { value: "public" },
    },
    cachePattern: "{.cache,public}/**",
  },
  {
    name: "Docusaurus 2",
    slug: "docusaurus-2",
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
  },
  {
    name: "Eleventy",
    slug: "eleventy",
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
  {
    name: "Hexo",
    slug: "hexo",
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
  {
    name: "Astro",
    slug: "astro",
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
  },
  {
    name: "SvelteKit",
    slug: "sveltekit",
    tagline: "Web development, streamlined.",
    description: "A SvelteKit app with adapter-static.",
    website: "https://svelte.dev/docs/kit",
    envPrefix: "PUBLIC_",
    detectors: { every: [{ dependency: "@sveltejs/kit" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx vite build" },
      devCommand: { value: "npx vite dev" },
      outputDirectory: { value: "build" },
    },
  },
  {
    name: "Create React App",
    slug: "create-react-app",
    tagline: "A React app with no build configuration.",
    description: "A React app made with Create React App.",
    website: "https://create-react-app.dev",
    envPrefix: "REACT_APP_",
    detectors: { some: [{ dependency: "react-scripts" }, { dependency: "react-dev-utils" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx react-scripts build" },
      devCommand: { value: "npx react-scripts start" },
      outputDirectory: { value: "build" },
    },
  },
  {
    name: "Vue.js",
    slug: "vue",
    tagline: "The progressive framework, by Vue CLI.",
    description: "A Vue app made with Vue CLI.",
    website: "https://vuejs.org",
    envPrefix: "VUE_APP_",
    detectors: { every: [{ dependency: "@vue/cli-service" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx vue-cli-service build" },
      devCommand: { value: "npx vue-cli-service serve" },
      outputDirectory: { value: "dist" },
    },
  },
  {
    name: "Angular",
    slug: "angular",
    tagline: "Modern web apps on TypeScript.",
    description: "An Angular app made with Angular CLI.",
    website: "https://angular.dev",
    detectors: { some: [{ dependency: "@angular/cli" }, { file: "angular.json" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx ng build" },
      devCommand: { value: "npx ng serve" },
      outputDirectory: { placeholder: "dist/<project>/browser, by angular.json" },
    },
    cachePattern: ".angular/cache/**",
  },
  {
    name: "Vite",
    slug: "vite",
    tagline: "Frontend tooling that is fast.",
    description: "A site that Vite builds: React, Vue, Svelte, Solid or none.",
    website: "https://vite.dev",
    envPrefix: "VITE_",
    detectors: { every: [{ dependency: "vite" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx vite build" },
      devCommand: { value: "npx vite" },
      outputDirectory: { value: "dist" },
    },
  },
  {
    name: "Other",
    slug: "other",
    tagline: "Plain files, or your own build.",
    description: "No framework: the files as they are, or what your command makes of them.",
    detectors: {},
    settings: {
      installCommand,
      buildCommand: { value: "", placeholder: "npm run build, if package.json has it" },
      devCommand: { placeholder: "npm run dev" },
      outputDirectory: { value: "", placeholder: "the root directory, or dist after a build" },
    },
  },
];

export const frameworkSlugs = frameworks.map(({ slug }) => slug) as [string, ...string[]];
/** What people read for a slug. */
export const frameworkLabels: Readonly<Partial<Record<string, string>>> = Object.fromEntries(
  frameworks.map(({ slug, name }) => [slug, name]),
);
