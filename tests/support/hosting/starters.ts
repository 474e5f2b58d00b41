/** Creates site generators' starters from their npm packages at test time. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { atFileEnd } from "../file-end.ts";

const run = promisify(execFile);
/** Creating a starter downloads a package or two; an unresponsive registry is retried. */
const starterTimeoutMs = 60_000;
const starterAttempts = 3;
const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"];

export interface Starter {
  readonly folder: string;
  read(path: string): Promise<string>;
  write(path: string, content: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Commits everything as a new repository and pushes it. */
  push(url: string): Promise<void>;
}

/** Creates an empty folder. */
export const emptyStarter = async (): Promise<Starter> => {
  const parent = await mkdtemp(join(tmpdir(), "freehold-starter-"));
  atFileEnd(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, "site");
  await mkdir(folder);
  const git = (...words: string[]) => run("git", ["-C", folder, ...identity, ...words]);
  return {
    folder,
    read: (path) => readFile(join(folder, path), "utf8"),
    write: async (path, content) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    remove: (path) => rm(join(folder, path), { recursive: true }),
    push: async (url) => {
      await git("init", "--quiet", "--initial-branch=main");
      await git("add", "--all");
      await git("commit", "--quiet", "-m", "A new site");
      await git("push", "--quiet", url, "HEAD:refs/heads/main");
    },
  };
};

/** Creates the starter of `npm create`: the package's own program creates "site" in the parent folder. */
export const npmStarter = async (packageName: string, ...words: string[]): Promise<Starter> => {
  const starter = await emptyStarter();
  await rm(starter.folder, { recursive: true });
  const command = ["exec", "--yes", `--package=${packageName}`, "--", ...words];
  const env = { ...process.env, CI: "1", npm_config_fetch_timeout: "60000", npm_config_fetch_retries: "5" };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run("npm", command, { cwd: dirname(starter.folder), env, timeout: starterTimeoutMs });
      return starter;
    } catch (error) {
      const wasSilent = (error as { killed?: boolean }).killed === true;
      if (!wasSilent || attempt === starterAttempts) throw error;
      await rm(starter.folder, { recursive: true, force: true });
    }
  }
};
