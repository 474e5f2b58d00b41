/** Preloads the font of every page (ui/theme/fonts.css) and adds the font's license to the build. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin, Rolldown } from "vite";

const license = createRequire(import.meta.url).resolve("@fontsource-variable/inter/LICENSE");

export const fontPlugin = (): Plugin => ({
  name: "freehold-font",
  apply: "build",
  buildStart() {
    this.emitFile({
      type: "asset",
      fileName: "assets/inter-license.txt",
      source: readFileSync(license, "utf8"),
    });
  },
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle }) => [
      {
        tag: "link",
        attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${latinFont(bundle!)}` },
        injectTo: "head-prepend",
      },
    ],
  },
});

/**
 * Returns the file with the Latin letters.
 * @throws Error if the build has none.
 */
export const latinFont = (bundle: Rolldown.OutputBundle): string => {
  const font = Object.keys(bundle).find((file) => /\/inter-latin-wght-normal-[\w-]+\.woff2$/.test(file));
  if (font === undefined) throw new Error("The build has no font.");
  return font;
};
