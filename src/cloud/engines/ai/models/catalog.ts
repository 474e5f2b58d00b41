/** The models that Freehold fetches by itself, smallest first. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const entry = z.strictObject({
  /** The model's ID in the API. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  name: z.string(),
  description: z.string(),
  /** SPDX identifier. */
  license: z.string(),
  file: z.string().regex(/^[\w.-]+\.gguf$/),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Repository on the model hub that holds the file. */
  hub: z.string(),
  /** A Python package with the same file, for networks that reach a package index only. */
  python: z.strictObject({ package: z.string(), path: z.string() }).optional(),
});

export type CatalogModel = z.output<typeof entry>;

export const readCatalog = (): readonly CatalogModel[] =>
  z
    .array(entry)
    .min(1)
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, "catalog.json"), "utf8")));
