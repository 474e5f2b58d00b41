/** Lists the project's source files and their imports, for tests of the architecture. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../../..");

export interface Import {
  /** As written. */
  readonly specifier: string;
  /** Path from the root, for our own files. */
  readonly path: string | undefined;
  /** Types only, erased at run time. */
  readonly typeOnly: boolean;
  /** By `import()`, while the program runs. */
  readonly lazy: boolean;
}

export interface SourceFile {
  /** Path from the root: "src/cloud/main.ts". */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

const statement =
  /^\s*(?:import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"|^\s*import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** Returns files that match any of the globs, including tests. */
export const sourceFiles = (...globs: readonly string[]): SourceFile[] =>
  globSync(globs, { cwd: root })
    .filter((path) => !path.endsWith(".d.ts"))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, imports: [...text.matchAll(statement)].map((match) => importOf(path, match)) };
    });

const importOf = (from: string, [, type, named, bare, dynamic]: RegExpExecArray): Import => {
  const specifier = (named ?? bare ?? dynamic)!;
  const path = specifier.startsWith(".") ? relative(root, resolve(root, dirname(from), specifier)) : undefined;
  return { specifier, path, typeOnly: type !== undefined, lazy: dynamic !== undefined };
};
