import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { commandLinePlugin } from "./src/cli/build-plugin.ts";
import { chunkListPlugin, chunkName, compileHintPlugin, reactModules } from "./src/dashboard/build/chunks.ts";
import { compressPlugin } from "./src/dashboard/build/compress-plugin.ts";
import { documentPlugin } from "./src/dashboard/build/document-plugin.ts";
import { fontPlugin } from "./src/dashboard/build/font-plugin.ts";
import { resourceFacesPlugin } from "./src/dashboard/build/resource-faces.ts";
import { refineSourcePlugin } from "./src/dashboard/build/refine-source-plugin.ts";
import { serviceWorkerPlugin } from "./src/dashboard/build/service-worker-plugin.ts";
import { stylesPlugin } from "./src/dashboard/build/styles-plugin.ts";
import { tonConnectPlugin } from "./src/dashboard/build/ton-connect-plugin.ts";
import { unusedCodePlugin } from "./src/dashboard/build/unused-code-plugin.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** What Refine core and antd import and this product does not use. */
const shim = (name: string): string => at(`src/dashboard/build/shims/${name}.ts`);

const root = at("src/dashboard");

/** Packages that @refinedev/antd and Refine core import for parts we do not use; without this hint they stay in. */
const withoutSideEffects = /papaparse|react-markdown|remark|micromark|mdast|pro-(layout|provider|utils)|sunflower/;

export default defineConfig({
  root,
  plugins: [
    react(),
    refineSourcePlugin(),
    resourceFacesPlugin(),
    tonConnectPlugin(),
    stylesPlugin(root),
    documentPlugin(root),
    fontPlugin(),
    serviceWorkerPlugin(root),
    commandLinePlugin(at(".")),
    compileHintPlugin(),
    chunkListPlugin(),
    compressPlugin(),
    unusedCodePlugin(),
  ],
  resolve: {
    alias: {
      // The package exports only its development build.
      "react-router/dom": at("node_modules/react-router/dist/production/dom-export.mjs"),
      "react-router": at("node_modules/react-router/dist/production/index.mjs"),
      "lodash/isEqual": shim("is-equal"),
      qs: shim("qs"),
      pluralize: shim("pluralize"),
      "resize-observer-polyfill": shim("resize-observer"),
      "@refinedev/devtools-internal": shim("devtools-internal"),
    },
  },
  build: {
    outDir: at("dist"),
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Listing what each screen's file imports would take a twentieth of the shell. The page's inline script knows what the first
      // screen needs; other screens' files are loaded on hover. Files that every screen has loaded need no preload link.
      resolveDependencies: (_file, imports, { hostId }) =>
        /(core|shell)-/.test(hostId)
          ? []
          : imports.filter((file) => !/\/(core|shell|parts|rolldown-runtime)-/.test(file)),
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "react", test: reactModules, priority: 1 }, { name: chunkName }] } },
      treeshake: {
        moduleSideEffects: (id) => !withoutSideEffects.test(id),
        // Refine names its functions with it; without this hint, unused ones stay in.
        manualPureFunctions: ["__name"],
      },
    },
  },
});
