import * as z from "zod/mini";

/** Returns the text of a file below the folder; undefined if it doesn't exist. */
export type ReadFile = (path: string) => Promise<string | undefined>;

const names = z._default(z.record(z.string(), z.string()), {});
const schema = z.object({ scripts: names, engines: names, dependencies: names, devDependencies: names });

/** Contents of a package.json. */
export interface Manifest {
  readonly scripts: Record<string, string>;
  readonly engines: Record<string, string>;
  /** Whether a package is among the (development) dependencies. */
  uses(dependency: string): boolean;
  /** The required version range. */
  versionOf(dependency: string): string | undefined;
}

/** Parses package.json; one that npm can't read counts as missing. */
export const manifestOf = (text: string | undefined): Manifest => {
  const empty = { scripts: {}, engines: {}, dependencies: {}, devDependencies: {} };
  const { scripts, engines, dependencies, devDependencies } = schema.safeParse(parseJson(text)).data ?? empty;
  const all = new Map<string, string>(Object.entries({ ...devDependencies, ...dependencies }));
  return { scripts, engines, uses: (name) => all.has(name), versionOf: (name) => all.get(name) };
};

export const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};
