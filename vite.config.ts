import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressPlugin } from "./src/dashboard/build/compress-plugin.ts";
import { documentPlugin } from "./src/dashboard/build/document-plugin.ts";
import { serviceWorkerPlugin } from "./src/dashboard/build/service-worker-plugin.ts";
import { stylesPlugin } from "./src/dashboard/build/styles-plugin.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const root = at("src/dashboard");
const output = at("dist");

/** Packages that @refinedev/antd and Refine core import for parts we do not use; without this hint they stay in. */
const withoutSideEffects = /papaparse|react-markdown|remark|micromark|mdast|pro-(layout|provider|utils)|sunflower/;

export default defineConfig({
  root,
  plugins: [
    react(),
    stylesPlugin(root),
    documentPlugin(root),
    serviceWorkerPlugin({ root, output }),
    compressPlugin(output),
  ],
  resolve: {
    alias: {
      papaparse: at("src/dashboard/build/shims/papaparse.ts"),
      qs: at("src/dashboard/build/shims/qs.ts"),
    },
  },
  build: {
    outDir: output,
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !withoutSideEffects.test(id) },
    },
  },
});
