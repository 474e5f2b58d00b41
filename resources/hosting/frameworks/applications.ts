import { installCommand, type FrameworkEntries } from "./framework.ts";

const angularOutput = { placeholder: "dist/<project>/browser, by angular.json" } as const;

/** Angular and frameworks based on it, web components, and other application frameworks. */
export const applicationFrameworks = {
  scully: {
    tagline: "Angular apps as static pages.",
    description: "An Angular app exported as static pages with Scully.",
    website: "https://scully.io",
    detectors: { some: [{ dependency: "@scullyio/init" }, { dependency: "@scullyio/scully" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx ng build && npx scully" },
      devCommand: { value: "npx ng serve" },
      outputDirectory: { value: "dist/static" },
    },
    buildScripts: [],
    cachePattern: ".angular/cache/**",
  },
  "ionic-angular": {
    tagline: "Mobile and web apps with Angular.",
    description: "An Ionic app with Angular.",
    website: "https://ionicframework.com/angular",
    detectors: { every: [{ dependency: "@ionic/angular" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx ng build" },
      devCommand: { value: "npx ng serve" },
      outputDirectory: { value: "www" },
    },
    cachePattern: ".angular/cache/**",
  },
  angular: {
    tagline: "Modern web apps with TypeScript.",
    description: "An Angular app created with Angular CLI.",
    website: "https://angular.dev",
    detectors: { some: [{ dependency: "@angular/cli" }, { file: "angular.json" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx ng build" },
      devCommand: { value: "npx ng serve" },
      outputDirectory: angularOutput,
    },
    cachePattern: ".angular/cache/**",
  },
  ember: {
    tagline: "A framework for ambitious web developers.",
    description: "An Ember app.",
    website: "https://emberjs.com",
    detectors: { some: [{ dependency: "ember-cli" }, { dependency: "ember-source" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx ember build --environment=production" },
      devCommand: { value: "npx ember serve" },
      outputDirectory: { value: "dist" },
    },
  },
  dojo: {
    tagline: "A progressive framework for TypeScript.",
    description: "A Dojo app.",
    website: "https://dojo.io",
    detectors: { some: [{ dependency: "@dojo/cli" }, { dependency: "@dojo/framework" }, { file: ".dojorc" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx dojo build --mode dist" },
      devCommand: { value: "npx dojo build --mode dev --watch --serve" },
      outputDirectory: { value: "output/dist" },
    },
  },
  polymer: {
    tagline: "Early web component tools.",
    description: "A Polymer app with the default build preset.",
    website: "https://polymer-library.polymer-project.org",
    detectors: { some: [{ dependency: "polymer-cli" }, { file: "polymer.json" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx polymer build" },
      devCommand: { value: "npx polymer serve" },
      outputDirectory: { value: "build/default" },
    },
  },
  stencil: {
    tagline: "A compiler for web components.",
    description: "A Stencil app. Component libraries need the output target `www`.",
    website: "https://stenciljs.com",
    detectors: { every: [{ dependency: "@stencil/core" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx stencil build" },
      devCommand: { value: "npx stencil build --dev --watch --serve" },
      outputDirectory: { value: "www" },
    },
    cachePattern: ".stencil/**",
  },
  brunch: {
    tagline: "A build tool with little configuration.",
    description: "An app built with Brunch.",
    website: "https://brunch.io",
    detectors: { some: [{ dependency: "brunch" }, { file: "brunch-config.js" }] },
    settings: {
      installCommand,
      buildCommand: { value: "npx brunch build --production" },
      devCommand: { value: "npx brunch watch --server" },
      outputDirectory: { value: "public" },
    },
  },
  other: {
    tagline: "Static files or a custom build.",
    description: "No framework. Deploys the files unchanged, or the output of your build command.",
    detectors: {},
    settings: {
      installCommand,
      buildCommand: { value: "", placeholder: "npm run build, if defined in package.json" },
      devCommand: { placeholder: "npm run dev" },
      outputDirectory: { value: "", placeholder: "root directory, or dist after a build" },
    },
  },
} satisfies FrameworkEntries;
