import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const source = fileURLToPath(new URL("../../../node_modules/@refinedev/core/src", import.meta.url));

/**
 * Builds Refine core from the source that its package contains. Its published build is a single module, so that a hook of one dialog
 * would be loaded with the shell; of the source, each screen loads what it uses (see chunks.ts).
 */
export const refineSourcePlugin = (): Plugin => ({
  name: "freehold-refine-source",
  apply: "build",
  config: () => ({
    resolve: {
      alias: [
        { find: /^@refinedev\/core$/, replacement: `${source}/index.tsx` },
        { find: /^@(hooks|contexts|definitions|components)(?=\/|$)/, replacement: `${source}/$1` },
        { find: /^lodash\/(?!isEqual$)/, replacement: "lodash-es/" },
      ],
    },
    build: {
      rolldownOptions: {
        // The source exports types like values.
        shimMissingExports: true,
        onLog: (level, log, report) => {
          if (log.code !== "SHIMMED_EXPORT") report(level, log);
          else if (!log.message.includes("@refinedev/core/src")) report("error", log);
        },
      },
    },
  }),
});
