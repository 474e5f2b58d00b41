import { access, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";

/** Kept with the packages: a version of Node.js is fetched once for all test runs of this working copy. */
const shared = join(import.meta.dirname, "../../node_modules/.cache/freehold-tools");

/** Lets the server of this data folder keep its tools where those of all tests are. */
export const shareTools = async (dataDir: string): Promise<void> => {
  await mkdir(shared, { recursive: true });
  await symlink(shared, join(dataDir, "tools"));
};

/** Whether npm's own registry can be reached; what needs real packages is skipped without it. */
export const registryAnswers: boolean = await fetch("https://registry.npmjs.org/is-number", { method: "HEAD" }).then(
  (response) => response.ok,
  () => false,
);

/** Whether a folder of the path holds the program. */
export const isOnPath = (program: string, path = process.env.PATH ?? ""): Promise<boolean> =>
  Promise.any(path.split(":").map((folder) => access(join(folder, program)))).then(
    () => true,
    () => false,
  );
