import { median } from "./rows.ts";

export interface Contender {
  /** Not timed. */
  prepare?(): Promise<unknown>;
  run(): Promise<unknown>;
  /** Not timed. */
  clean?(): Promise<unknown>;
}

/**
 * Returns the median seconds of each contestant over rounds in which all take turns, so that load on the machine
 * affects all of them.
 */
export const race = async <Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, Contender>>,
): Promise<Record<Name, number>> => {
  const names = Object.keys(contenders) as Name[];
  const seconds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const { prepare, run, clean } = contenders[name];
      await prepare?.();
      const start = performance.now();
      await run();
      seconds[name].push((performance.now() - start) / 1000);
      await clean?.();
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(seconds[name])])) as Record<Name, number>;
};
