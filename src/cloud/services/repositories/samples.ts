/** The sample repositories that every new team starts with. */
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { detectFramework } from "../../../../resources/hosting/detect-framework.ts";
import { firstBranch } from "../../engines/git/create.ts";
import type { Database, Trx } from "../../engines/database/database.ts";
import type { Git } from "../../engines/git/git.ts";
import { insertRepository } from "./store.ts";

/** Oldest first: lists show the newest first. */
export const sampleNames = ["failing-build", "vite-react", "static-site"] as const;

const samplesFolder = join(import.meta.dirname, "../../../../samples");

/** Gives a team its copies of the samples. One that it has already stays as it is. */
export const seedSamples = async (database: Pick<Database, "db">, git: Git, teamId: string): Promise<void> => {
  for (const name of sampleNames) {
    await database.db.transaction().execute((trx) => seedSample(trx, git, teamId, name));
  }
};

const seedSample = async (trx: Trx, git: Git, teamId: string, name: string): Promise<void> => {
  const template = join(samplesFolder, name);
  const { framework } = await detectFramework((path) => readIfThere(join(template, path)));
  const record = await insertRepository(trx, { teamId, name, defaultBranch: firstBranch, framework });
  if (record) await createFolder(git, `${record.namespace}/${record.name}`, template);
};

/** The row is ours until the transaction ends; a folder without a row is what a creation that failed has left. */
export const createFolder = async (git: Git, repository: string, template?: string): Promise<void> => {
  await git.remove(repository);
  await git.create(repository, template);
};

const readIfThere = async (path: string): Promise<string | undefined> => {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere ? readFile(path, "utf8") : undefined;
};
