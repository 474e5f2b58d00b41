/** The catalogue of frameworks: detection rules and build settings. */
import { frameworkNames, type FrameworkSlug } from "./framework-names.ts";
import { applicationFrameworks } from "../frameworks/applications.ts";
import type { Framework, FrameworkEntry } from "../frameworks/framework.ts";
import { generators } from "../frameworks/generators.ts";
import { logos } from "../frameworks/logos.ts";
import { reactFrameworks } from "../frameworks/react.ts";
import { vueAndSvelteFrameworks } from "../frameworks/vue-and-svelte.ts";

export type { Detector, Framework, Setting } from "../frameworks/framework.ts";

const entries: Readonly<Record<FrameworkSlug, FrameworkEntry>> = {
  ...reactFrameworks,
  ...vueAndSvelteFrameworks,
  ...applicationFrameworks,
  ...generators,
};

/** In detection order: the first match wins. */
export const frameworks: readonly Framework[] = (Object.keys(frameworkNames) as FrameworkSlug[]).map((slug) => ({
  slug,
  name: frameworkNames[slug],
  logo: logos[slug],
  ...entries[slug],
}));
