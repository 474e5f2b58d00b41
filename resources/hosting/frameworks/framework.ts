/** What an entry of the catalogue of frameworks holds. */
import type { FrameworkSlug } from "../framework-names.ts";

/** A command or folder; without a value the placeholder says what is usual. */
export interface Setting {
  readonly value?: string;
  readonly placeholder?: string;
}

/** A package among the (development) dependencies, or a file, which may have to hold something. */
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
  /** Sites made with it, on its own website. */
  readonly demo?: string;
  /** Environment variables with this prefix end up in the site. */
  readonly envPrefix?: string;
  readonly detectors: { readonly every?: readonly Detector[]; readonly some?: readonly Detector[] };
  readonly settings: {
    /** Empty: the lock file decides. */
    readonly installCommand: Setting;
    /** Used unless package.json has one of `buildScripts`. Empty: nothing is built. */
    readonly buildCommand: Setting;
    readonly devCommand: Setting;
    /** Relative to the root directory; empty is that folder itself. */
    readonly outputDirectory: Setting;
  };
  /** Scripts of package.json that make the static site, best first; `build` unless named. */
  readonly buildScripts?: readonly string[];
  /** What runs the build: Node.js unless named. */
  readonly useRuntime?: "go" | "ruby" | "rust";
  /** What is worth keeping between two builds of a project. */
  readonly cachePattern?: string;
  /** Services that its own documentation shows how to use with it. */
  readonly recommendedIntegrations?: readonly string[];
}

export type FrameworkEntry = Omit<Framework, "name" | "slug" | "logo">;
export type FrameworkEntries = Readonly<Partial<Record<FrameworkSlug, FrameworkEntry>>>;

/** Of every framework that npm brings. */
export const installCommand: Setting = {
  placeholder: "npm ci, pnpm install or yarn install, depending on the lockfile",
};
