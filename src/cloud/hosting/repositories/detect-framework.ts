import * as z from "zod/mini";
import { programsOf, type MachineProgram } from "../../../../resources/hosting/builds/build-programs.ts";
import { frameworks, type Detector, type Framework } from "../../../../resources/hosting/builds/frameworks.ts";
import { manifestOf, type Manifest, type ReadFile, parseJson } from "../../../../resources/hosting/builds/manifest.ts";
import { type NodeVersion, nodeVersions } from "../../../../resources/hosting/builds/node-versions.ts";
import { admitsMajor, isBelowMajor } from "./node-range.ts";

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

/**
 * Finds the framework of a folder by its package.json and files. A folder that none matches is "other". `above`: the folders
 * around it, nearest first, up to the repository's root; the version of Node.js may be set there.
 */
export const detectFramework = async (readFile: ReadFile, above: readonly ReadFile[] = []): Promise<Detection> => {
  const read = readOnce(readFile);
  const manifest = manifestOf(await read("package.json"));
  const framework = await firstMatch(manifest, read);
  const versionFile = await nearestFile([read, ...above], [".nvmrc", ".node-version"]);
  const engines = await nearestEngines(manifest, above);
  const commands = await commandsOf(framework, manifest, read);
  return {
    framework: framework.slug,
    ...commands,
    outputDirectory: await outputOf(framework, manifest, read),
    scripts: manifest.scripts,
    engines,
    nodeVersion: bestNodeVersion(engines.node ?? "", versionFile),
    programs: programsOf(commands.buildCommand, manifest),
  };
};

const nearestFile = async (folders: readonly ReadFile[], names: readonly string[]): Promise<string> => {
  for (const read of folders)
    for (const name of names) {
      const text = await read(name);
      if (text !== undefined) return text;
    }
  return "";
};

const nearestEngines = async (
  { engines }: Manifest,
  [read, ...above]: readonly ReadFile[],
): Promise<Manifest["engines"]> =>
  engines.node !== undefined || !read ? engines : nearestEngines(manifestOf(await read("package.json")), above);

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

/** Names of LTS lines, as in .nvmrc: `lts/iron`. */
const longTerm: Readonly<Record<string, NodeVersion>> = { hydrogen: "18", iron: "20", jod: "22", krypton: "24" };

/**
 * Returns the newest offered version that satisfies `engines.node`, and .nvmrc or .node-version if both can be met. If
 * none fits: the oldest version for older ranges, otherwise the default.
 */
const bestNodeVersion = (engines: string, versionFile: string): NodeVersion => {
  const range = engines.trim();
  const named = rangeOfFile(versionFile);
  const fitting = fittingVersions(range);
  const both = named === "" ? undefined : fittingVersions(named).find((version) => fitting.includes(version));
  if (both !== undefined) return both;
  return range === "" ? nearest(named) : (fitting[0] ?? nearest(range));
};

const fittingVersions = (range: string): NodeVersion[] =>
  nodeVersions.filter((version) => admitsMajor(range, Number(version)));

const nearest = (range: string): NodeVersion => {
  const oldest = nodeVersions.at(-1)!;
  return isBelowMajor(range, Number(oldest)) ? oldest : nodeVersions[0];
};

/** Returns the first non-empty line. In .nvmrc, `lts/iron` is a line's name; `lts/*` and `node` mean the default. */
const rangeOfFile = (content: string): string => {
  const lines = content.split("\n").map((line) => line.replace(/#.*/, "").trim());
  const said = lines.find((line) => line !== "") ?? "";
  return longTerm[/^lts\/(\w+)$/.exec(said)?.[1] ?? ""] ?? (/^v?\d/.test(said) ? said : "");
};

/** Finds a framework's output folder when its own files say more than the catalogue. */
const outputOf = async ({ slug, settings }: Framework, manifest: Manifest, read: ReadFile): Promise<string> => {
  const usual = settings.outputDirectory.value ?? "";
  switch (slug) {
    case "angular":
      return angularOutput(await read("angular.json"), "dist");
    case "ionic-angular":
      return angularOutput(await read("angular.json"), usual);
    case "nuxtjs":
      return isNuxt2(manifest) ? "dist" : usual;
    case "ionic-react":
      return manifest.uses("react-scripts") ? "build" : usual;
    case "docusaurus":
      return docusaurusOutput(await read("siteConfig.js"));
    case "other":
      return manifest.scripts.build === undefined ? usual : "dist";
    default:
      return usual;
  }
};

const isNuxt2 = (manifest: Manifest): boolean => {
  const version = manifest.versionOf("nuxt");
  return manifest.uses("nuxt-edge") || (version !== undefined && /^\D*2(\D|$)/.test(version));
};

/** Version 1 creates a folder named after the project in build. */
const docusaurusOutput = (siteConfig = ""): string => {
  const name = /\bprojectName\s*:\s*(["'`])([\w.-]+)\1/.exec(siteConfig)?.[2];
  return name === undefined ? "build" : `build/${name}`;
};

const angularSchema = z.object({
  projects: z.record(
    z.string(),
    z.object({
      architect: z.optional(
        z.object({
          build: z.optional(
            z.object({
              builder: z._default(z.string(), ""),
              options: z.optional(z.object({ outputPath: z.optional(z.unknown()) })),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** The application builder (Angular 17) writes to "browser" below its output path, "dist/<project>" by default. */
const angularOutput = (workspace: string | undefined, usual: string): string => {
  const parsed = angularSchema.safeParse(parseJson(workspace));
  const [name, project] = parsed.success ? (Object.entries(parsed.data.projects)[0] ?? []) : [];
  if (name === undefined) return usual;
  const build = project?.architect?.build;
  const path = build?.options?.outputPath;
  const isApplication = build?.builder.endsWith(":application") ?? false;
  if (typeof path === "string") return isApplication ? `${path}/browser` : path;
  const within = objectOutput(path);
  if (within !== undefined) return within;
  const base = `dist/${name}`;
  return isApplication ? `${base}/browser` : base;
};

/** Newer workspaces use { base, browser }; with an empty `browser`, the site is in the base folder. */
const objectOutput = (path: unknown): string | undefined => {
  const { data } = z.object({ base: z.string(), browser: z._default(z.string(), "browser") }).safeParse(path);
  if (!data) return undefined;
  return data.browser === "" ? data.base : `${data.base}/${data.browser}`;
};
