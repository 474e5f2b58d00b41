/** Builds the CLI into one file beside the dashboard, for download: cli/freehold.mjs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const fileName = "cli/freehold.mjs";

/** `project` is the project's folder. */
export const commandLinePlugin = (project: string): Plugin => ({
  name: "freehold-command-line",
  apply: "build",
  generateBundle: async function emitCommandLine() {
    this.emitFile({ type: "asset", fileName, source: await compileCommandLine(project) });
  },
});

/** Compiles the single file, which runs on Node.js 20 and later. */
export const compileCommandLine = async (project: string): Promise<string> => {
  const { version } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { version: string };
  const built = (await build({
    configFile: false,
    root: join(project, "src/cli"),
    logLevel: "error",
    publicDir: false,
    define: { FREEHOLD_VERSION: JSON.stringify(version) },
    ssr: { noExternal: true },
    build: {
      ssr: join(project, "src/cli/main.ts"),
      write: false,
      target: "node20",
      minify: false,
      rolldownOptions: { output: { format: "es", codeSplitting: false, banner: "#!/usr/bin/env node" } },
    },
  })) as Rolldown.RolldownOutput;
  const [chunk, ...others] = built.output;
  if (others.length > 0) throw new Error("The CLI must be bundled into one file.");
  return chunk.code;
};
