import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

const file = "backup.json";

const manifest = z.object({
  format: z.literal(1),
  /** Integer Unix seconds. */
  createdAt: z.number().int(),
  /** False when the database is at DATABASE_URL and has to be backed up by its own tools. */
  hasDatabase: z.boolean(),
});

export type Manifest = z.infer<typeof manifest>;

export const writeManifest = (folder: string, content: Manifest): Promise<void> =>
  writeFile(join(folder, file), `${JSON.stringify(content, null, 2)}\n`);

/** Throws one sentence when the folder is no back-up. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  try {
    return manifest.parse(JSON.parse(await readFile(join(folder, file), "utf8")));
  } catch (error) {
    throw new Error(`${folder} is not a back-up made by "npm run backup".`, { cause: error });
  }
};
