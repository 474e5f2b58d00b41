import { createHash } from "node:crypto";

/** Returns pseudorandom numbers from 0 to below the limit, the same in every run. */
export const dice = (seed: string) => {
  let count = 0;
  return (below: number): number => {
    count += 1;
    return createHash("sha256").update(`${seed} ${count}`).digest().readUInt32BE() % below;
  };
};
