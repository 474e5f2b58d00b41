import * as z from "zod/mini";
import { nodeVersions } from "./node-versions.ts";
import { frameworks, type Detector, type Framework } from "./frameworks.ts";

/** What a folder's files suggest; the settings are those a project would start with. */
export interface Detection {
  /** Slug of the catalogue. */
  readonly framework: string;
  readonly installCommand: string;
  readonly buildCommand: string;
  readonly outputDirectory: string;
  readonly scripts: Record<string, string>;
  /** `engines` of package.json, as written. */
  readonly engines: Record<string, string>;
  readonly nodeVersion: (typeof nodeVersions)[number];
}

/** Text of a file below the folder; undefined when it is not there. */
export type ReadFile = (path: string) => Promise<string | undefined>;

const names = z._default(z.record(z.string(), z.string()), {});
const manifestSchema = z.object({ scripts: names, engines: names, dependencies: names, devDependencies: names });
type Manifest = z.output<typeof manifestSchema>;

/** Finds the framework of a folder by its package.json and files. A folder that none matches is "other". */
export const detectFramework = async (read: ReadFile): Promise<Detection> => {
  const manifest = manifestOf(parseJson(await read("package.json")));
  const framework = await firstMatch(manifest, read);
  const { settings, slug } = framework;
  const hasBuildScript = manifest.scripts.build !== undefined;
  return {
    framework: slug,
    installCommand: settings.installCommand.value ?? "",
    buildCommand: hasBuildScript ? "npm run build" : (settings.buildCommand.value ?? ""),
    outputDirectory: await outputOf(framework, hasBuildScript, read),
    scripts: manifest.scripts,
    engines: manifest.engines,
    nodeVersion: nodeVersions[0],
  };
};

/** A package.json that npm itself could not read counts as none. */
const manifestOf = (content: unknown): Manifest =>
  manifestSchema.safeParse(content).data ?? { scripts: {}, engines: {}, dependencies: {}, devDependencies: {} };

const firstMatch = async (manifest: Manifest, read: ReadFile): Promise<Framework> => {
  const isThere = async (detector: Detector): Promise<boolean> => {
    if ("file" in detector) return (await read(detector.file)) !== undefined;
    return detector.dependency in manifest.dependencies || detector.dependency in manifest.devDependencies;
  };
  for (const framework of frameworks) {
    const { every = [], some = [] } = framework.detectors;
    const required = await Promise.all(every.map(isThere));
    const offered = await Promise.all(some.map(isThere));
    if (required.every(Boolean) && (some.length === 0 || offered.some(Boolean))) return framework;
  }
  throw new Error("The catalogue has no entry that matches everything.");
};

const outputOf = async ({ slug, settings }: Framework, hasBuildScript: boolean, read: ReadFile): Promise<string> => {
  if (slug === "angular") return angularOutput(parseJson(await read("angular.json")));
  if (slug === "other" && hasBuildScript) return "dist";
  return settings.outputDirectory.value ?? "";
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

/** The application builder (Angular 17) puts the site into "browser" below its output path, "dist/<project>" unless told. */
const angularOutput = (workspace: unknown): string => {
  const parsed = angularSchema.safeParse(workspace);
  const [name, project] = parsed.success ? (Object.entries(parsed.data.projects)[0] ?? []) : [];
  if (name === undefined) return "dist";
  const build = project?.architect?.build;
  const path = build?.options?.outputPath;
  const base = typeof path === "string" ? path : `dist/${name}`;
  return build?.builder.endsWith(":application") ? `${base}/browser` : base;
};

const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};
