/** The sample repositories of every new team. */
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { detectFramework } from "../../../../resources/hosting/detect-framework.ts";
import { firstBranch } from "../../engines/git/create.ts";
import type { Database, Db } from "../../engines/database/database.ts";
import type { Git } from "../../engines/git/git.ts";
import { pathOf } from "./path.ts";
import { findByPath, insertRepository, namespaceOf } from "./store.ts";

/** Oldest first: lists show the newest first. */
export const sampleNames = ["failing-build", "vite-react", "static-site"] as const;

const samplesFolder = join(import.meta.dirname, "../../../../samples");

/** Creates a team's copies of the samples. Existing ones are unchanged. */
export const seedSamples = async (database: Pick<Database, "db">, git: Git, teamId: string): Promise<void> => {
  for (const name of sampleNames) await seedSample(database.db, git, teamId, name);
};

const seedSample = async (db: Db, git: Git, teamId: string, name: string): Promise<void> => {
  if (await findByPath(db, teamId, namespaceOf(teamId), name)) return;
  const template = join(samplesFolder, name);
  const { framework } = await detectFramework((path) => readIfThere(join(template, path)));
  const draft = await git.draft(template);
  try {
    await db.transaction().execute(async (trx) => {
      const record = await insertRepository(trx, { teamId, name, defaultBranch: firstBranch, framework });
      // We hold the row until the transaction ends; a folder without a row is left over from a failed creation.
      if (record) await draft.place(pathOf(record));
    });
  } finally {
    await draft.discard();
  }
};

const readIfThere = async (path: string): Promise<string | undefined> => {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere ? readFile(path, "utf8") : undefined;
};
