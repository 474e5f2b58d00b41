/**
 * Removes code of packages that this product does not use. The bundler keeps it, because it can't know that a statement
 * has no side effects or that a condition is never true.
 */
import type { Plugin } from "vite";

interface Edit {
  readonly file: RegExp;
  readonly from: RegExp;
  readonly to: string;
}

const ability = /@casl\/ability\/dist\/esm\/index\.mjs$/;
const router = /react-router\/dist\/production\/chunk-\w+\.mjs$/;
const refine = /@refinedev\/core\/dist\/index\.mjs$/;
const query = /@tanstack\/react-query\/build\/modern\/useBaseQuery\.js$/;
const pure = "/* @__PURE__ */ ";

const edits: readonly Edit[] = [
  // Conditions of permissions: ours have none.
  { file: ability, from: /(?<= = )(?=\w\(I, J\))/, to: pure },
  // The router's forms, and the names of its components in development tools.
  { file: router, from: /(?<=^var \w+ = )(?=React\d*\.forwardRef\()/gm, to: pure },
  { file: router, from: /^\w+\.displayName = "\w+";$/gm, to: "" },
  // Prefetching by the router's framework; prefetch.ts does it here.
  { file: router, from: /usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/, to: "[false]" },
  // Instrumentation of navigation.
  { file: router, from: /(?<=if \()init\.instrumentations\b/g, to: "false" },
  // Telemetry and the route change handler, which shell-route.tsx disables, and Refine's logo.
  { file: refine, from: /!disable(TelemetryWithDefault|RouteChangeHandler) && /g, to: "false && " },
  // Queries that suspend, throw to an error boundary, or wait for a provider that restores the cache.
  { file: query, from: /ensureSuspenseTimers\(defaultedOptions\);/, to: "" },
  { file: query, from: /if \(shouldSuspend\(defaultedOptions, result\)\) throw [^;]+;/, to: "" },
  { file: query, from: /if \(getHasError\(\{[^}]*\}\)\) throw result\.error;/, to: "" },
  { file: query, from: /ensurePreventErrorBoundaryRetry\(defaultedOptions,[^;]*;\s*useClear[^;]*;/, to: "" },
  { file: query, from: /(?<=const isRestoring = )useIsRestoring\(\)/, to: "false" },
  { file: query, from: /const errorResetBoundary = useQueryErrorResetBoundary\(\);/, to: "" },
  { file: refine, from: /(?<=title: )defaultTitle\b/, to: "{}" },
];

export const unusedCodePlugin = (): Plugin => {
  const applied = new Set<Edit>();
  return {
    name: "freehold-unused-code",
    apply: "build",
    transform: (code, id) =>
      edits
        .filter(({ file, from }) => file.test(id) && code.search(from) >= 0)
        .reduce((text, edit) => {
          applied.add(edit);
          return text.replace(edit.from, edit.to);
        }, code),
    // After an update of a package, an edit may no longer match.
    generateBundle: () => {
      const missing = edits.find((edit) => !applied.has(edit));
      if (missing) throw new Error(`No file ${missing.file} contains ${missing.from}.`);
    },
  };
};
