import { access, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";

/** Stored with the packages: each version of Node.js is downloaded once for all test runs of this working copy. */
const shared = join(import.meta.dirname, "../../../node_modules/.cache/freehold-tools");

/** Makes the server of this data directory share the tools of all tests. */
export const shareTools = async (dataDir: string): Promise<void> => {
  await mkdir(shared, { recursive: true });
  await symlink(shared, join(dataDir, "tools"));
};

/** Whether npm's registry is reachable; tests that need real packages are skipped without it. */
export const registryAnswers: boolean = await fetch("https://registry.npmjs.org/is-number", { method: "HEAD" }).then(
  (response) => response.ok,
  () => false,
);

/** Whether a folder on the path contains the program. */
export const isOnPath = (program: string, path = process.env.PATH ?? ""): Promise<boolean> =>
  Promise.any(path.split(":").map((folder) => access(join(folder, program)))).then(
    () => true,
    () => false,
  );
