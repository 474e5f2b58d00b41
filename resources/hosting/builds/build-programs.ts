import type { Manifest } from "./manifest.ts";

/** Programs that build sites and don't come from npm: builds use the server's installation. */
export const machinePrograms = ["hugo", "zola", "jekyll", "middleman", "bundle"] as const;
export type MachineProgram = (typeof machinePrograms)[number];

/** Maximum depth of scripts that call each other; deeper ones are treated as circular. */
const depthMax = 5;

/**
 * Returns the server's programs that a build command runs, directly or through scripts of package.json. A program from
 * a package (hugo-bin, hugo-extended) doesn't count.
 */
export const programsOf = (command: string, manifest: Pick<Manifest, "scripts" | "uses">): MachineProgram[] => {
  const words = new Set(firstWords(command, manifest.scripts, 0));
  const isBrought = (program: string) =>
    ["", "-bin", "-extended"].some((ending) => manifest.uses(`${program}${ending}`));
  return machinePrograms.filter((program) => words.has(program) && !isBrought(program));
};

/** The first word of each simple command in a shell command, without variables. */
const firstWords = (command: string, scripts: Manifest["scripts"], depth: number): string[] =>
  command.split(/[;|&\n()]+/).flatMap((part) => {
    const words = part.trim().split(/\s+/);
    const at = words.findIndex((word) => !isBefore.test(word));
    if (at === -1) return [];
    const script = scriptOf(words.slice(at));
    const inner = script === undefined ? undefined : scripts[script];
    return inner === undefined || depth === depthMax ? [words[at]!] : firstWords(inner, scripts, depth + 1);
  });

/** What can precede a program's name: VARIABLE=value, and programs that run others. */
const isBefore = /^(\w+=.*|exec|env|time|nice|command|cross-env|if|then|do|!)$/;

/** The script named by `npm run build`, `yarn build` or `pnpm run build`. */
const scriptOf = ([program = "", ...rest]: readonly string[]): string | undefined => {
  if (!/^(npm|yarn|pnpm)$/.test(program)) return undefined;
  const names = rest.filter((word) => !word.startsWith("-"));
  return names[0] === "run" || names[0] === "run-script" ? names[1] : names[0];
};
