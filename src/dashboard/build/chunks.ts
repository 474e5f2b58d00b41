/**
 * Which modules travel together. Left alone the bundler makes a file of every set of modules that two screens share;
 * these two groups make the first screen a handful of requests.
 */
import type { Rolldown } from "vite";

const entry = ["/src/dashboard/main.tsx"];
const firstScreens = [
  "/src/dashboard/app/shell/shell-route.tsx",
  "/src/dashboard/framework/pages/generated-page.ts",
  "/src/dashboard/framework/pages/list-page.tsx",
];

/** "core": all that the entry imports. "shell": what the shell and a list need beside it. */
export const chunkName = (id: string, context: Rolldown.ChunkingContext): string | null => {
  if (id.includes("rolldown/runtime") || isReachedFrom(entry, id, context, new Set())) return "core";
  return isReachedFrom(firstScreens, id, context, new Set()) ? "shell" : null;
};

const isReachedFrom = (
  starts: readonly string[],
  id: string,
  context: Rolldown.ChunkingContext,
  seen: Set<string>,
): boolean => {
  if (starts.some((start) => id.endsWith(start))) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (context.getModuleInfo(id)?.importers ?? []).some((importer) =>
    isReachedFrom(starts, importer, context, seen),
  );
};
