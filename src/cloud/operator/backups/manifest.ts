/** What an encrypted backup consists of. */
import { text } from "node:stream/consumers";
import * as z from "zod";
import { compressed, decompressed, type Repository } from "./repository.ts";

const manifest = z.object({
  format: z.literal(2),
  name: z.string(),
  instanceId: z.string(),
  /** When it started, and the time whose state of the database it has. */
  startedAt: z.coerce.date(),
  stateAt: z.coerce.date(),
  database: z.discriminatedUnion("kind", [
    /** The files of the embedded server; with the chain of its write-ahead log and the first segment needed. */
    z.object({ kind: z.literal("files"), chain: z.string().optional(), firstSegment: z.string() }),
    /** The rows of all tables, for a schema with these migrations. */
    z.object({ kind: z.literal("rows"), migrations: z.array(z.string()), sequences: z.array(z.string()) }),
  ]),
  blobs: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifest>;

const manifestPrefix = "backup-";
/** Names of the other files in a repository. */
export const archiveName = (backup: string): string => `archive-${backup}`;
export const blobName = (id: string): string => `blob-${id}`;
export const segmentName = (chain: string, segment: string): string => `wal-${chain}-${segment}`;

export const writeManifest = (repository: Repository, content: Manifest): Promise<number> =>
  repository.put(`${manifestPrefix}${content.name}`, compressed([Buffer.from(JSON.stringify(content))]));

export const removeManifest = (repository: Repository, name: string): Promise<void> =>
  repository.remove(`${manifestPrefix}${name}`);

/** Reads all backups, oldest first. */
export const readManifests = async (repository: Repository): Promise<Manifest[]> => {
  const found: Manifest[] = [];
  for await (const { name } of repository.list(manifestPrefix))
    found.push(manifest.parse(JSON.parse(await text(decompressed(repository.get(name))))));
  return found.toSorted((a, b) => a.stateAt.getTime() - b.stateAt.getTime());
};
