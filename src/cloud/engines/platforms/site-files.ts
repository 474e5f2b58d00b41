import { buffer } from "node:stream/consumers";
import { contentType } from "mime-types";
import { CID } from "multiformats/cid";
import type { Blocks } from "../blocks/blocks.ts";
import type { PlatformFile } from "./platforms.ts";

export interface SiteFile extends PlatformFile {
  /** CID of the file itself. */
  readonly cid: string;
}

/** Lists every file below a root, by path. */
export const siteFiles = async (blocks: Pick<Blocks, "list" | "read">, cid: string): Promise<SiteFile[]> => {
  const files: SiteFile[] = [];
  const walk = async (directory: string, prefix: string): Promise<void> => {
    for (const entry of await blocks.list(CID.parse(directory))) {
      const path = prefix + entry.name;
      if (entry.type === "directory") await walk(entry.cid, `${path}/`);
      else files.push(fileOf(blocks, path, entry.cid, entry.sizeBytes));
    }
  };
  await walk(cid, "");
  return files;
};

const fileOf = (blocks: Pick<Blocks, "read">, path: string, cid: string, sizeBytes: number): SiteFile => ({
  path,
  cid,
  sizeBytes,
  contentType: contentType(path.slice(path.lastIndexOf("/") + 1)) || "application/octet-stream",
  read: async () => (sizeBytes === 0 ? new Uint8Array() : buffer(await blocks.read(CID.parse(cid)))),
});
