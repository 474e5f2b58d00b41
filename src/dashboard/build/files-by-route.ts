import type { Rolldown } from "vite";
import type { RoutePlan } from "../framework/derive/routes.ts";
import type { FilesOf } from "./route-table.ts";

const shellModule = "app/shell/shell-route.tsx";
const generatedModule = "framework/pages/generated-page.ts";

/** Returns the chunks and styles that a route needs in addition to the entry's, so that they are requested at once. */
export const filesByRoute = (
  bundle: Rolldown.OutputBundle,
  entry: Rolldown.OutputChunk,
  moduleOf: (plan: RoutePlan) => string,
): FilesOf => {
  const loaded = closure(bundle, [entry]);
  return (plan) => {
    const page = moduleOf(plan);
    const wanted = [
      chunkWith(bundle, page),
      ...(plan.bare ? [] : [chunkWith(bundle, shellModule)]),
      ...(page.includes("framework/pages/") ? [chunkWith(bundle, generatedModule)] : []),
    ].filter((chunk) => chunk !== undefined);
    return [...closure(bundle, wanted)].filter((file) => !loaded.has(file)).map((file) => `/${file}`);
  };
};

/** Returns the chunk that contains a source file. */
export const chunkWith = (bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk | undefined =>
  Object.values(bundle)
    .filter((output) => output.type === "chunk")
    .find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));

/** Returns the chunks, all their static imports, and the styles of all of these. */
const closure = (bundle: Rolldown.OutputBundle, from: readonly Rolldown.OutputChunk[]): Set<string> => {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const imported of chunk.imports) {
      const next = bundle[imported];
      if (next?.type === "chunk") add(next);
    }
  };
  from.forEach(add);
  return files;
};
