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
const pure = "/* @__PURE__ */ ";

/** What each saves is in docs/decisions/041-patches-of-packages.md. */
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
