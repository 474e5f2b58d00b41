import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { passThrough } from "../lib/processes.mjs";
import { root } from "../lib/root.mjs";
import { ensureCloudTools } from "../lib/tools.mjs";

/** Runs the server with Vite: the dashboard reloads hot, and changes of server files restart the server. */
export default async (args) => {
  await ensureCloudTools();
  const endWithParent = pathToFileURL(join(root, "scripts/lib/end-with-parent.mjs")).href;
  const nodeArgs = [
    "--watch-path=src/cloud",
    "--watch-path=resources",
    "--watch-preserve-output",
    `--import=${endWithParent}`,
  ];
  return passThrough(process.execPath, ["src/cloud/main.ts", "--dev", ...args], { nodeArgs });
};
