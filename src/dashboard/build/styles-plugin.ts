/**
 * Inlines the styles of shell and components, so that the first paint waits for no second request. Chunks must not
 * reference them as a file, so they are removed from the page before the bundler reads it.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { preprocessCSS, type Plugin, type ResolvedConfig } from "vite";

const stylesheet = /<link rel="stylesheet" href="\/styles\.css" \/>/;

export const stylesPlugin = (root: string): Plugin => {
  let config: ResolvedConfig;
  return {
    name: "freehold-styles",
    apply: "build",
    configResolved: (resolved) => {
      config = resolved;
    },
    transformIndexHtml: {
      order: "pre",
      handler: async (html) => {
        const file = join(root, "styles.css");
        const { code } = await preprocessCSS(await readFile(file, "utf8"), file, config);
        const style = code.replace(/\/\*.*?\*\//gs, "").replace(/\s+/g, " ");
        return html.replace(stylesheet, () => `<style>${style}</style>`);
      },
    },
  };
};
