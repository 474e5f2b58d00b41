/**
 * Creates hosted repositories, without a Git process for each: packs are stored before the transaction, which then only
 * records them.
 */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createBare, packedRefs, parseRefs, renderRefs, writtenRefs, type Refs } from "./bare.ts";
import type { CacheDeps, Cache } from "./cache.ts";
import type { RepositoryDraft } from "./git.ts";
import { runGit } from "./run-git.ts";
import { findHosted, insertHosted, type Pack } from "./state.ts";

export const firstBranch = "main";

const author = { name: "Freehold", email: "samples@freehold.invalid" } as const;

/** A template's .gitignore: npm leaves files of that name out of packages. */
const ignoreFile = "_gitignore";

/** The references of a repository, and the files of its packs. */
interface Blueprint {
  readonly refs: Refs;
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
}

/**
 * One per template for the life of the process, since every new team gets copies of the same samples: writing a copy
 * starts no Git process.
 */
const blueprints = new Map<string, Promise<Blueprint>>();

/** Creates an unplaced bare repository, with a copy of the template's files as its first commit. */
export const draftRepository = async (
  { root, packs: blobs }: CacheDeps,
  cache: Pick<Cache, "storePacks">,
  template: string | undefined,
): Promise<RepositoryDraft> => {
  const draft = join(root, `.new-${randomUUID()}`);
  let refs: Refs = new Map();
  let packs: readonly Pack[] = [];
  try {
    await createBare(draft, firstBranch);
    if (template !== undefined) {
      const blueprint = await blueprintOf(template);
      for (const { name, content } of blueprint.files)
        await writeFile(join(draft, "objects", "pack", name), content, { mode: 0o444, flush: true });
      refs = blueprint.refs;
      packs = await cache.storePacks(draft);
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  let isPlaced = false;
  return {
    place: async (trx, repository) => {
      const { id } = (await findHosted(trx, repository))!;
      const mark = (await insertHosted(trx, id, refs, packs))!;
      for (const name of [packedRefs, writtenRefs]) await writeFile(join(draft, name), renderRefs(mark, refs));
      const folder = join(root, `${repository}.git`);
      await rm(folder, { recursive: true, force: true });
      await mkdir(dirname(folder), { recursive: true });
      await rename(draft, folder);
      isPlaced = true;
    },
    discard: async () => {
      await rm(draft, { recursive: true, force: true });
      if (!isPlaced) for (const { blobId } of packs) await blobs.remove(blobId);
    },
  };
};

const blueprintOf = async (template: string): Promise<Blueprint> => {
  const known = blueprints.get(template) ?? createBlueprint(template);
  blueprints.set(template, known);
  try {
    return await known;
  } catch (error) {
    blueprints.delete(template);
    throw error;
  }
};

/** Lets Git commit the template, and reads the result. */
const createBlueprint = async (template: string): Promise<Blueprint> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-repository-"));
  try {
    await createBare(folder, firstBranch);
    await commitFolder(folder, template);
    const { refs } = parseRefs((await runGit([`--git-dir=${folder}`, "show-ref"])).toString());
    const packs = join(folder, "objects", "pack");
    const names = await readdir(packs);
    const files = names.map(async (name) => ({ name, content: await readFile(join(packs, name)) }));
    return { refs, files: await Promise.all(files) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
  await restoreIgnoreFile(at, environment);
  await runGit([...at, "commit", "--quiet", "--no-verify", "-m", "First commit"], { environment });
  await runGit([`--git-dir=${repository}`, "repack", "-a", "-d", "--quiet"]);
  await rm(index);
};

/** Gives the template's ignore file its real name in the index. */
const restoreIgnoreFile = async (at: readonly string[], environment: Record<string, string>): Promise<void> => {
  const found = await runGit([...at, "ls-files", "--stage", "--", ignoreFile], { environment });
  const [mode, hash] = found.toString().split(" ");
  if (!hash) return;
  const entry = `${mode},${hash},.gitignore`;
  await runGit([...at, "update-index", "--force-remove", ignoreFile], { environment });
  await runGit([...at, "update-index", "--add", "--cacheinfo", entry], { environment });
};
