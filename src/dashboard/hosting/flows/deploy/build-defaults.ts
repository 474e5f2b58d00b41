/** Initial build settings of a framework, by the catalog and the settings detected in the repository. */
import { frameworks, type Framework } from "../../../../../resources/hosting/builds/frameworks.ts";
import { nodeVersions } from "../../../../../resources/hosting/builds/node-versions.ts";
import type { BuildDefaults, DetectedBuild } from "./values.ts";

export const frameworkOf = (slug: string): Framework =>
  frameworks.find((framework) => framework.slug === slug) ?? frameworks.at(-1)!;

/** Returns the detected settings; for another framework than the detected one, the catalog's. */
export const buildDefaults = (detected: DetectedBuild | undefined, chosen = detected?.framework): BuildDefaults => {
  if (detected && detected.framework === chosen) return detected;
  const { slug, settings, buildScripts = ["build"] } = frameworkOf(chosen ?? "other");
  const scripts = detected?.scripts ?? {};
  const script = buildScripts.find((name) => scripts[name] !== undefined);
  const isPlainBuild = slug === "other" && script !== undefined;
  return {
    framework: slug,
    installCommand: settings.installCommand.value ?? "",
    buildCommand: script === undefined ? (settings.buildCommand.value ?? "") : `npm run ${script}`,
    outputDirectory: isPlainBuild ? "dist" : (settings.outputDirectory.value ?? ""),
    nodeVersion: detected?.nodeVersion ?? nodeVersions[0],
  };
};

/** Returns the defaults of empty fields. */
export const placeholdersOf = (slug: string) => {
  const { settings } = frameworkOf(slug);
  const of = ({ value, placeholder }: Framework["settings"]["buildCommand"], none: string): string =>
    placeholder ?? (value || none);
  return {
    installCommand: of(settings.installCommand, "Based on the lockfile"),
    buildCommand: of(settings.buildCommand, "None. Deploys the files unchanged."),
    outputDirectory: of(settings.outputDirectory, "./"),
  };
};
