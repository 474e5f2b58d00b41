import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { artifactsFile, artifactsOf, forge } from "../lib/forge.mjs";
import { say } from "../lib/terminal.mjs";

/** Compiles the contracts and writes the artifacts that the server deploys; run it after each change of a contract. */
export default async () => {
  const outFolder = mkdtempSync(join(tmpdir(), "freehold-contracts-"));
  try {
    const { code, output } = await forge(["build"], { outFolder });
    say(output.trim());
    if (code !== 0) return 1;
    writeFileSync(artifactsFile, artifactsOf(outFolder));
    return 0;
  } finally {
    rmSync(outFolder, { recursive: true, force: true });
  }
};
