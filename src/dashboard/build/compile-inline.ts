import { build, type Rolldown } from "vite";

/** Compiles a small script to run on its own, with constants inlined. Returns one classic, minified script. */
export const compileInline = async (file: string, constants: Readonly<Record<string, unknown>>): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    define: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
    build: {
      write: false,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: "iife" } },
    },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  // A closing tag inside a string would end the script element.
  return output[0].code.trim().replaceAll("</", "<\\/");
};
