import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { capture } from "../lib/processes.mjs";
import { root } from "../lib/root.mjs";
import { say, step } from "../lib/terminal.mjs";
import { closingLines, runTests } from "../lib/vitest.mjs";

const client = "openai==3.57.0";
const environment = join(root, "node_modules/.cache/freehold-interop", client);
const python = join(environment, "bin/python");

/** Runs clients in other languages against a running server; see tests/interop. `AI_MODEL` sets the model's file. */
export default async (args) => {
  await ensurePythonClient();
  const counts = await runTests(["--project=interop", ...args], { INTEROP_PYTHON: python });
  say(closingLines(counts));
  return counts.failed === 0 ? 0 : 1;
};

/** @throws Error if Python or the package registry is missing. */
const ensurePythonClient = async () => {
  if (existsSync(environment)) return;
  const progress = step("openai", "installing");
  const installed = await install();
  if (installed.code === 0) return progress.done("installed");
  rmSync(environment, { recursive: true, force: true });
  progress.fail("not installed");
  throw new Error(`Needs Python 3 with venv and pip (sudo apt-get install -y python3-venv).\n${installed.output}`);
};

const install = async () => {
  const created = await capture("python3", ["-m", "venv", environment]);
  return created.code === 0
    ? capture(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", client])
    : created;
};
