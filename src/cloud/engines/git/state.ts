/** The state of hosted repositories in the database: references, and the packs with their blobs. */
import { sql } from "kysely";
import type { Db, Trx } from "../database/database.ts";
import type { Mark, Refs } from "./bare.ts";
import type { PushedRef } from "./git.ts";

/** A repository of this host; without a mark if it is still in the directory of the version before. */
export interface Hosted {
  readonly id: string;
  readonly defaultBranch: string;
  readonly mark: Mark | undefined;
  readonly packCount: number;
  /** Bytes of all packs. */
  readonly sizeBytes: number;
}

export interface Pack {
  readonly hash: string;
  readonly blobId: string;
  readonly sizeBytes: number;
}

/** Everything that a copy of the repository is created from. */
export interface State extends Hosted {
  readonly mark: Mark;
  readonly refs: Refs;
  readonly packs: readonly Pack[];
}

interface HostedRow {
  readonly id: string;
  readonly default_branch: string;
  readonly version: bigint | null;
  readonly generation: bigint | null;
  readonly pack_count: number | null;
  readonly size_bytes: bigint | null;
}

const atPath = (repository: string) => {
  const [namespace = "", name = ""] = repository.split("/");
  return sql`repository.namespace = ${namespace} and repository.name = ${name} and repository.provider = 'LOCAL'`;
};

/** Never repeats, even after the database was restored to an earlier time: copies on disk may be newer. */
const nextVersion = sql`greatest(version + 1, (extract(epoch from now()) * 1000000)::bigint)`;

const hostedColumns = sql`repository.id, repository.default_branch, git_repository.version, git_repository.generation,
  git_repository.pack_count, git_repository.size_bytes`;

/** Finds a repository by its path, "namespace/name". */
export const findHosted = async (db: Db, repository: string): Promise<Hosted | undefined> => {
  const { rows } = await sql<HostedRow>`
    select ${hostedColumns} from repository left join git_repository on git_repository.repository_id = repository.id
    where ${atPath(repository)}
  `.execute(db);
  return rows[0] && hostedOf(rows[0]);
};

const hostedOf = ({ id, default_branch, version, generation, pack_count, size_bytes }: HostedRow): Hosted => ({
  id,
  defaultBranch: default_branch,
  mark: version === null ? undefined : { id, version, generation: generation! },
  packCount: pack_count ?? 0,
  sizeBytes: Number(size_bytes ?? 0),
});

/** Reads a repository with its references and packs, all of one moment; undefined if it was not imported yet. */
export const readState = async (db: Db, repository: string): Promise<State | undefined> => {
  const { rows } = await sql<HostedRow & { refs: [string, string][] | null; packs: [string, string, number][] | null }>`
    select ${hostedColumns},
      (select json_agg(json_build_array(name, hash)) from git_ref where repository_id = repository.id) as refs,
      (select json_agg(json_build_array(hash, blob_id, size_bytes)) from git_pack where repository_id = repository.id)
        as packs
    from repository join git_repository on git_repository.repository_id = repository.id
    where ${atPath(repository)}
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const packs = (row.packs ?? []).map(([hash, blobId, sizeBytes]) => ({ hash, blobId, sizeBytes }));
  const hosted = hostedOf(row);
  return { ...hosted, mark: hosted.mark!, refs: new Map(row.refs ?? []), packs };
};

export const setDefaultBranch = async (db: Db, repository: string, branch: string): Promise<void> => {
  await sql`update repository set default_branch = ${branch} where ${atPath(repository)}`.execute(db);
};

/** Returns the commit of a branch. */
export const readHead = async (db: Db, repository: string, branch: string): Promise<string | undefined> => {
  const { rows } = await sql<{ hash: string }>`
    select hash from git_ref join repository on repository.id = git_ref.repository_id
    where ${atPath(repository)} and git_ref.name = ${`refs/heads/${branch}`}
  `.execute(db);
  return rows[0]?.hash;
};

/** Records a new repository; undefined if another process did. */
export const insertHosted = async (
  trx: Trx,
  id: string,
  refs: Refs,
  packs: readonly Pack[],
): Promise<Mark | undefined> => {
  const row = await trx
    .insertInto("git_repository")
    .values({
      repository_id: id,
      pack_count: packs.length,
      size_bytes: BigInt(packs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(["version", "generation"])
    .executeTakeFirst();
  if (!row) return undefined;
  await addPacks(trx, id, packs);
  await putRefs(trx, id, refs);
  return { id, ...row };
};

/** Why a change was refused, by reference. */
export type Refusals = ReadonlyMap<string, string>;

export interface Change {
  readonly id: string;
  /** State whose objects it may refer to: a change fails if some were dropped since. Any if undefined. */
  readonly generation: bigint | undefined;
  readonly refs: readonly PushedRef[];
  readonly packs: readonly Pack[];
}

export const refusedAsBehind = "fetch first";
const refusedAsMissing = "the repository was deleted";
const refusedAsPacked = "the repository was repacked during the push, push again";
const refusedAsNested = "another branch has this name as a folder";
const refusedAsWhole = "not pushed because another branch was rejected";

/**
 * Changes references from their expected values, and adds packs: all or none. Returns why they were refused; empty if
 * they were changed.
 */
export const commitChange = (db: Db, { id, generation, refs, packs }: Change): Promise<Refusals> =>
  db.transaction().execute(async (trx) => {
    const all = (reason: string): Refusals => new Map(refs.map(({ ref }) => [ref, reason]));
    const now = await trx
      .selectFrom("git_repository")
      .select("generation")
      .where("repository_id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!now) return all(refusedAsMissing);
    if (generation !== undefined && generation !== now.generation) return all(refusedAsPacked);
    const refused = new Map([...(await behindOf(trx, id, refs)), ...(await nestedOf(trx, id, refs))]);
    if (refused.size > 0) return new Map([...all(refusedAsWhole), ...refused]);
    const names = refs.map(({ ref }) => ref);
    await sql`delete from git_ref where repository_id = ${id} and name = any(${names}::text[])`.execute(trx);
    await putRefs(trx, id, new Map(refs.flatMap(({ ref, after }) => (after === undefined ? [] : [[ref, after]]))));
    await addPacks(trx, id, packs);
    await changeState(trx, id);
    return new Map();
  });

const behindOf = async (trx: Trx, id: string, refs: readonly PushedRef[]): Promise<Refusals> => {
  const names = refs.map(({ ref }) => ref);
  const { rows } = await sql<{ name: string; hash: string }>`
    select name, hash from git_ref where repository_id = ${id} and name = any(${names}::text[])
  `.execute(trx);
  const present = new Map(rows.map(({ name, hash }) => [name, hash]));
  const behind = refs.filter(({ ref, before }) => present.get(ref) !== before);
  return new Map(behind.map(({ ref }) => [ref, refusedAsBehind]));
};

/** Git can't keep both "a" and "a/b". */
const nestedOf = async (trx: Trx, id: string, refs: readonly PushedRef[]): Promise<Refusals> => {
  const removed = refs.filter(({ after }) => after === undefined).map(({ ref }) => ref);
  const created = refs.filter(({ before, after }) => before === undefined && after !== undefined);
  if (created.length === 0) return new Map();
  const names = created.map(({ ref }) => ref);
  const { rows } = await sql<{ name: string }>`
    select created.name from unnest(${names}::text[]) as created (name)
    where exists (
      select from git_ref where repository_id = ${id} and git_ref.name <> all(${removed}::text[])
        and (starts_with(git_ref.name, created.name || '/') or starts_with(created.name, git_ref.name || '/'))
    )
  `.execute(trx);
  return new Map(rows.map(({ name }) => [name, refusedAsNested]));
};

const putRefs = async (trx: Trx, id: string, refs: Refs): Promise<void> => {
  if (refs.size === 0) return;
  await sql`
    insert into git_ref (repository_id, name, hash)
    select ${id}::uuid, * from unnest(${[...refs.keys()]}::text[], ${[...refs.values()]}::text[])
  `.execute(trx);
};

/** A pack that the repository has already is not added: its new blob becomes unknown, and is deleted like others. */
const addPacks = async (trx: Trx, id: string, packs: readonly Pack[]): Promise<void> => {
  if (packs.length === 0) return;
  await trx
    .insertInto("git_pack")
    .values(
      packs.map(({ hash, blobId, sizeBytes }) => ({
        repository_id: id,
        hash,
        blob_id: blobId,
        size_bytes: BigInt(sizeBytes),
      })),
    )
    .onConflict((conflict) => conflict.columns(["repository_id", "hash"]).doNothing())
    .execute();
};

/** One statement, because a second change of a row in a transaction locks the repository. */
const changeState = async (trx: Trx, id: string, more = sql``): Promise<void> => {
  await sql`
    update git_repository set
      version = ${nextVersion},
      pack_count = (select count(*) from git_pack where repository_id = ${id}),
      size_bytes = (select coalesce(sum(size_bytes), 0) from git_pack where repository_id = ${id})
      ${more}
    where repository_id = ${id}
  `.execute(trx);
};

/**
 * Finds the repository most in need of consolidation: with many packs, or large, changed since its objects were last
 * packed into one pack, and not packed for a day.
 */
export const findScattered = async (
  db: Db,
  packsMax: number,
  bytesMax: number,
  except: readonly string[],
): Promise<string | undefined> => {
  const { rows } = await sql<{ path: string }>`
    select repository.namespace || '/' || repository.name as path
    from git_repository join repository on repository.id = git_repository.repository_id
    where (pack_count >= ${packsMax}
      or (size_bytes > ${bytesMax} and version > packed_version and packed_at < now() - interval '1 day'))
      and repository.namespace || '/' || repository.name <> all(${except}::text[])
    order by pack_count desc limit 1
  `.execute(db);
  return rows[0]?.path;
};

/**
 * Replaces packs by one with their objects. With `isFull`, it has only the objects that the references of `since` need,
 * none if there are none; it fails if references changed. Returns whether it was done.
 */
export const replacePacks = (
  db: Db,
  since: State,
  {
    replaced,
    pack,
    isFull,
  }: { readonly replaced: readonly Pack[]; readonly pack: Pack | undefined; readonly isFull: boolean },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { id, mark } = since;
    const now = await trx
      .selectFrom("git_repository")
      .select(["version", "generation"])
      .where("repository_id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!now || now.generation !== mark.generation || (isFull && now.version !== mark.version)) return false;
    const hashes = replaced.map(({ hash }) => hash).filter((hash) => hash !== pack?.hash);
    const { rows } = await sql`
      delete from git_pack where repository_id = ${id} and hash = any(${hashes}::text[]) returning hash
    `.execute(trx);
    if (rows.length !== hashes.length) throw new Error("The packs of a repository changed while it was locked.");
    if (pack) await addPacks(trx, id, [pack]);
    const packed = sql`, generation = generation + 1, packed_version = ${nextVersion}, packed_at = now()`;
    await changeState(trx, id, isFull ? packed : undefined);
    return true;
  });
