import { programsOf, type MachineProgram } from "./build-programs.ts";
import { bestNodeVersion } from "./detect-node-version.ts";
import { outputOf } from "./detect-output.ts";
import { frameworks, type Detector, type Framework } from "./frameworks.ts";
import { manifestOf, type Manifest, type ReadFile } from "./manifest.ts";
import type { NodeVersion } from "./node-versions.ts";

/** Result of a detection, with the default settings of a project. */
export interface Detection {
  /** Slug of the catalogue. */
  readonly framework: string;
  readonly installCommand: string;
  readonly buildCommand: string;
  readonly outputDirectory: string;
  readonly scripts: Record<string, string>;
  /** `engines` of package.json, as written. */
  readonly engines: Record<string, string>;
  readonly nodeVersion: NodeVersion;
  /** Installed programs that the build command needs. */
  readonly programs: readonly MachineProgram[];
}

/** Finds the framework of a folder by its package.json and files. A folder that none matches is "other". */
export const detectFramework = async (readFile: ReadFile): Promise<Detection> => {
  const read = readOnce(readFile);
  const manifest = manifestOf(await read("package.json"));
  const framework = await firstMatch(manifest, read);
  const versionFile = (await read(".nvmrc")) ?? (await read(".node-version")) ?? "";
  const commands = await commandsOf(framework, manifest, read);
  return {
    framework: framework.slug,
    ...commands,
    outputDirectory: await outputOf(framework, manifest, read),
    scripts: manifest.scripts,
    engines: manifest.engines,
    nodeVersion: bestNodeVersion(manifest.engines.node ?? "", versionFile),
    programs: programsOf(commands.buildCommand, manifest),
  };
};

/** Caches files, since several entries read the same one. */
const readOnce = (read: ReadFile): ReadFile => {
  const known = new Map<string, Promise<string | undefined>>();
  return (path) => {
    const found = known.get(path) ?? read(path);
    known.set(path, found);
    return found;
  };
};

const firstMatch = async (manifest: Manifest, read: ReadFile): Promise<Framework> => {
  const isThere = async (detector: Detector): Promise<boolean> => {
    if ("dependency" in detector) return manifest.uses(detector.dependency);
    const content = await read(detector.file);
    return content !== undefined && (detector.holds?.test(content) ?? true);
  };
  for (const framework of frameworks) {
    const { every = [], some = [] } = framework.detectors;
    const required = await Promise.all(every.map(isThere));
    const offered = await Promise.all(some.map(isThere));
    if (required.every(Boolean) && (some.length === 0 || offered.some(Boolean))) return framework;
  }
  throw new Error("The catalog has no catch-all entry.");
};

/** Gems are installed into the project's folder: system gems are read-only for a build. */
const bundleInstall = "bundle config set --local path vendor/bundle && bundle install";

const commandsOf = async (
  { slug, settings, buildScripts = ["build"], useRuntime }: Framework,
  manifest: Manifest,
  read: ReadFile,
): Promise<Pick<Detection, "installCommand" | "buildCommand">> => {
  const script = buildScripts.find((name) => manifest.scripts[name] !== undefined);
  const usual = settings.buildCommand.value ?? "";
  const installCommand = settings.installCommand.value ?? "";
  if (script !== undefined) return { installCommand, buildCommand: `npm run ${script}` };
  if (slug === "ionic-react" && manifest.uses("react-scripts"))
    return { installCommand, buildCommand: "npx react-scripts build" };
  const hasGems = useRuntime === "ruby" && (await read("Gemfile")) !== undefined;
  if (!hasGems) return { installCommand, buildCommand: usual };
  return {
    installCommand: bundleInstall,
    buildCommand: usual.startsWith("bundle exec") ? usual : `bundle exec ${usual}`,
  };
};
