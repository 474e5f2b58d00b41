/** The compiler's own process: compiles what its parent sends, and ends. */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CompilerOutput, StandardJson } from "./standard-json.ts";

const [folder] = process.argv.slice(2);

// If memory runs out, the system ends this process first.
if (process.platform === "linux") writeFileSync("/proc/self/oom_score_adj", "1000");

process.once("message", (input: StandardJson) => {
  const { compile } = createRequire(import.meta.url)(folder!) as { compile(input: string): string };
  process.send!(JSON.parse(compile(JSON.stringify(input))) as CompilerOutput);
});
process.once("disconnect", () => process.exit());
