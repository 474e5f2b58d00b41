/** Structure of a catalogue entry. */
import type { FrameworkSlug } from "../builds/framework-names.ts";

/** A command or folder; without a value, the placeholder describes the default. */
export interface Setting {
  readonly value?: string;
  readonly placeholder?: string;
}

/** A package among the (development) dependencies, or a file, optionally with required content. */
export type Detector = { readonly dependency: string } | { readonly file: string; readonly holds?: RegExp };

/** Letters on a tile. */
export interface Logo {
  readonly letters: string;
  readonly color: string;
}

export interface Framework {
  readonly name: string;
  readonly slug: FrameworkSlug;
  readonly tagline: string;
  readonly description: string;
  readonly website?: string;
  readonly logo: Logo;
  /** Sites built with it, on its own website. */
  readonly demo?: string;
  /** Environment variables with this prefix are included in the site. */
  readonly envPrefix?: string;
  readonly detectors: { readonly every?: readonly Detector[]; readonly some?: readonly Detector[] };
  readonly settings: {
    /** Empty: depends on the lockfile. */
    readonly installCommand: Setting;
    /** Used unless package.json has one of `buildScripts`. Empty: no build. */
    readonly buildCommand: Setting;
    readonly devCommand: Setting;
    /** Relative to the root directory; empty for the root directory. */
    readonly outputDirectory: Setting;
  };
  /** Scripts of package.json that build the static site, best first. Default: `build`. */
  readonly buildScripts?: readonly string[];
  /** The build's runtime. Default: Node.js. */
  readonly useRuntime?: "go" | "ruby" | "rust";
  /** Files to cache between builds of a project. */
  readonly cachePattern?: string;
  /** Services that its documentation recommends. */
  readonly recommendedIntegrations?: readonly string[];
}

export type FrameworkEntry = Omit<Framework, "name" | "slug" | "logo">;
export type FrameworkEntries = Readonly<Partial<Record<FrameworkSlug, FrameworkEntry>>>;

/** For every framework from npm. */
export const installCommand: Setting = {
  placeholder: "npm ci, pnpm install or yarn install, depending on the lockfile",
};
