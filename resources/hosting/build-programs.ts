import type { Manifest } from "./manifest.ts";

/** Programs that build sites and are not npm's to bring: a build uses those of the machine. */
export const machinePrograms = ["hugo", "zola", "jekyll", "middleman", "bundle"] as const;
export type MachineProgram = (typeof machinePrograms)[number];

/** Scripts call each other at most this deep here; more would be a circle. */
const depthMax = 5;

/**
 * The machine's programs that a build command runs, by itself or by the scripts of package.json it names. A program that
 * comes with a package (hugo-bin, hugo-extended) is not the machine's.
 */
export const programsOf = (command: string, manifest: Pick<Manifest, "scripts" | "uses">): MachineProgram[] => {
  const words = new Set(firstWords(command, manifest.scripts, 0));
  const isBrought = (program: string) =>
    ["", "-bin", "-extended"].some((ending) => manifest.uses(`${program}${ending}`));
  return machinePrograms.filter((program) => words.has(program) && !isBrought(program));
};

/** What a shell would run: the first word of each of its simple commands, after variables. */
const firstWords = (command: string, scripts: Manifest["scripts"], depth: number): string[] =>
  command.split(/[;|&\n()]+/).flatMap((part) => {
    const words = part.trim().split(/\s+/);
    const at = words.findIndex((word) => !isBefore.test(word));
    if (at === -1) return [];
    const script = scriptOf(words.slice(at));
    const inner = script === undefined ? undefined : scripts[script];
    return inner === undefined || depth === depthMax ? [words[at]!] : firstWords(inner, scripts, depth + 1);
  });

/** What may stand before a program's name: VARIABLE=value, and programs that run another. */
const isBefore = /^(\w+=.*|exec|env|time|nice|command|cross-env|if|then|do|!)$/;

/** The script that `npm run build`, `yarn build` or `pnpm run build` names. */
const scriptOf = ([program = "", ...rest]: readonly string[]): string | undefined => {
  if (!/^(npm|yarn|pnpm)$/.test(program)) return undefined;
  const names = rest.filter((word) => !word.startsWith("-"));
  return names[0] === "run" || names[0] === "run-script" ? names[1] : names[0];
};
