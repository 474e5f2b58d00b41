/** Path manifests (arweave/paths 0.1 and 0.2): a transaction that maps paths to other transactions. */
import * as z from "zod";
import { idPattern } from "../arweave.ts";

export const manifestType = "application/x.arweave-manifest+json";
export const manifestBytesMax = 8 * 1024 * 1024;

const pointer = z.object({ id: z.string().regex(idPattern) });
const manifest = z.object({
  manifest: z.literal("arweave/paths"),
  version: z.string().regex(/^0\.[12]\.0$/),
  index: z.object({ path: z.string().optional(), id: z.string().regex(idPattern).optional() }).optional(),
  fallback: pointer.optional(),
  paths: z.record(z.string(), pointer),
});

export type Manifest = z.output<typeof manifest>;

/** Returns undefined if the bytes are not a manifest. */
export const readManifest = (bytes: Uint8Array): Manifest | undefined => {
  try {
    return manifest.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8"))).data;
  } catch {
    return undefined;
  }
};

/** Returns the ID for a path: the named file, the index for the empty path, or the fallback. */
export const resolvePath = ({ paths, index, fallback }: Manifest, path: string): string | undefined => {
  const name = path === "" ? (index?.path ?? "") : path;
  const named = Object.hasOwn(paths, name) ? paths[name]!.id : undefined;
  return named ?? (path === "" ? index?.id : undefined) ?? fallback?.id;
};
