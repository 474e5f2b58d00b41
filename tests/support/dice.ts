import { createHash } from "node:crypto";

/** Numbers from 0 to below, that look random and are the same in each run. */
export const dice = (seed: string) => {
  let count = 0;
  return (below: number): number => {
    count += 1;
    return createHash("sha256").update(`${seed} ${count}`).digest().readUInt32BE() % below;
  };
};
