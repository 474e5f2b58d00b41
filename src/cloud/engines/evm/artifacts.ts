import { readFile } from "node:fs/promises";
import { join } from "node:path";

export interface Artifact {
  readonly abi: readonly unknown[];
  readonly bytecode: string;
}

const artifactsFile = join(import.meta.dirname, "../../contracts/artifacts.json");

/** Reads the compiled contracts of src/cloud/contracts by name. */
export const readArtifacts = async <Name extends string>(): Promise<Record<Name, Artifact>> =>
  JSON.parse(await readFile(artifactsFile, "utf8")) as Record<Name, Artifact>;
