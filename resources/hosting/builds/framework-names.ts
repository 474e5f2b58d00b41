/**
 * Slugs and names of the catalogue, in its order: frameworks come before those they build on, because the first match
 * wins; "other" matches everything and is last. The entries are in frameworks.ts, which is too large for the first
 * screen.
 */
export const frameworkNames = {
  blitzjs: "Blitz.js",
  redwoodjs: "RedwoodJS",
  nextjs: "Next.js",
  gatsby: "Gatsby.js",
  "docusaurus-2": "Docusaurus 2",
  docusaurus: "Docusaurus 1",
  eleventy: "Eleventy",
  hexo: "Hexo",
  astro: "Astro",
  sveltekit: "SvelteKit",
  sapper: "Sapper",
  gridsome: "Gridsome",
  saber: "Saber",
  nuxtjs: "Nuxt.js",
  umijs: "UmiJS",
  scully: "Scully",
  "ionic-angular": "Ionic Angular",
  "ionic-react": "Ionic React",
  "create-react-app": "Create React App",
  vue: "Vue.js",
  angular: "Angular",
  ember: "Ember.js",
  preact: "Preact",
  dojo: "Dojo",
  polymer: "Polymer",
  stencil: "Stencil",
  brunch: "Brunch",
  hugo: "Hugo",
  zola: "Zola",
  vite: "Vite",
  svelte: "Svelte",
  middleman: "Middleman",
  jekyll: "Jekyll",
  other: "Other",
} as const;

export type FrameworkSlug = keyof typeof frameworkNames;

export const frameworkSlugs = Object.keys(frameworkNames) as [string, ...string[]];

/** Display names by slug. */
export const frameworkLabels: Readonly<Partial<Record<string, string>>> = frameworkNames;
