import * as z from "zod/mini";

/** Text of a file below the folder; undefined when it is not there. */
export type ReadFile = (path: string) => Promise<string | undefined>;

const names = z._default(z.record(z.string(), z.string()), {});
const schema = z.object({ scripts: names, engines: names, dependencies: names, devDependencies: names });

/** What a package.json says of a site. */
export interface Manifest {
  readonly scripts: Record<string, string>;
  readonly engines: Record<string, string>;
  /** Whether a package is among the dependencies, of development too. */
  uses(dependency: string): boolean;
  /** The range it is wanted in. */
  versionOf(dependency: string): string | undefined;
}

/** A package.json that npm itself could not read counts as none. */
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
