/** Creates bare repositories atomically. */
import { appendFile, mkdir, rename, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { repositoryBytesMax } from "../../../../resources/limits.ts";
import type { RepositoryDraft } from "./git.ts";
import { runGit } from "./run-git.ts";

export const firstBranch = "main";

const author = { name: "Freehold", email: "samples@freehold.invalid" } as const;

const repositorySettings = `[http]
	receivepack = true
	getanyfile = false
[receive]
	maxInputSize = ${repositoryBytesMax}
[uploadpack]
	allowFilter = true
`;

/** Creates an unplaced bare repository, with a copy of the template's files as its first commit. */
export const draftRepository = async (
  root: string,
  placeOf: (repository: string) => string,
  template: string | undefined,
): Promise<RepositoryDraft> => {
  const draft = join(root, `.new-${randomUUID()}`);
  try {
    await runGit(["init", "--quiet", "--bare", "--template=", `--initial-branch=${firstBranch}`, draft]);
    await appendFile(join(draft, "config"), repositorySettings);
    if (template !== undefined) await commitFolder(draft, template);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return {
    place: async (repository) => {
      const folder = placeOf(repository);
      await rm(folder, { recursive: true, force: true });
      await mkdir(dirname(folder), { recursive: true });
      await rename(draft, folder);
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  };
};

const commitFolder = async (repository: string, folder: string): Promise<void> => {
  const index = join(repository, "first-index");
  const at = [`--git-dir=${repository}`, `--work-tree=${folder}`];
  const environment = {
    GIT_INDEX_FILE: index,
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
  };
  await runGit([...at, "add", "--all", "."], { environment });
  await runGit([...at, "commit", "--quiet", "--no-verify", "-m", "First commit"], { environment });
  await rm(index);
};
