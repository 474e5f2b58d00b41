import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

const file = "backup.json";

const manifest = z.object({
  format: z.literal(1),
  /** Integer Unix seconds. */
  createdAt: z.number().int(),
  /** False if the database is at DATABASE_URL and needs a separate backup. */
  hasDatabase: z.boolean(),
});

export type Manifest = z.infer<typeof manifest>;

export const writeManifest = (folder: string, content: Manifest): Promise<void> =>
  writeFile(join(folder, file), `${JSON.stringify(content, null, 2)}\n`);

/** Throws if the folder is not a backup. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  try {
    return manifest.parse(JSON.parse(await readFile(join(folder, file), "utf8")));
  } catch (error) {
    throw new Error(`${folder} is not a backup created by "npm run backup".`, { cause: error });
  }
};
