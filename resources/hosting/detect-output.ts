/** Finds a framework's output folder when its own files say more than the catalogue. */
import * as z from "zod/mini";
import { parseJson, type Manifest, type ReadFile } from "./manifest.ts";
import type { Framework } from "./frameworks.ts";

export const outputOf = async ({ slug, settings }: Framework, manifest: Manifest, read: ReadFile): Promise<string> => {
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
