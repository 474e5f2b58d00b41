/** Builds directories of stored files: collects names in memory, then creates the nodes. */
import type { CID } from "multiformats/cid";
import type { LinkedFile } from "./blocks.ts";
import { buildDirectory, type DagSink, type Link } from "./dag.ts";
import { besideFolder, folderOfKey, isFolderKey, pathOfKey } from "./key-path.ts";
import { TreeTooLarge } from "./tree-too-large.ts";

/** With more folders, the names alone would fill the memory. */
const FOLDERS_MAX = 1_000_000;

type Folder = Map<string, Link | Folder>;

export interface LinkTree {
  add(file: Pick<LinkedFile, "path" | "sizeBytes">, link: Link): void;
  /** Awaits `pause` from time to time, so that nodes do not pile up in memory. */
  build(sink: DagSink, pause: () => Promise<void>): Promise<CID>;
}

/** Throws for a repeated path, and `TreeTooLarge`. */
export const createLinkTree = (): LinkTree => {
  const root: Folder = new Map();
  let folderCount = 1;

  const folderAt = (names: readonly string[]): Folder => {
    let folder = root;
    for (const name of names) {
      const existing = folder.get(name);
      if (existing instanceof Map) {
        folder = existing;
        continue;
      }
      if ((folderCount += 1) > FOLDERS_MAX) throw new TreeTooLarge(FOLDERS_MAX);
      if (existing) folder.set(besideFolder(name), existing);
      const created: Folder = new Map();
      folder.set(name, created);
      folder = created;
    }
    return folder;
  };

  return {
    add({ path, sizeBytes }, link) {
      if (isFolderKey(path, sizeBytes)) return void folderAt(folderOfKey(path));
      const names = pathOfKey(path);
      const plain = names.pop()!;
      const folder = folderAt(names);
      const name = folder.get(plain) instanceof Map ? besideFolder(plain) : plain;
      if (folder.has(name)) throw new Error(`Duplicate path: ${path}`);
      folder.set(name, link);
    },
    async build(sink, pause) {
      return (await buildFolder(root, sink, pause)).cid;
    },
  };
};

const buildFolder = async (folder: Folder, sink: DagSink, pause: () => Promise<void>): Promise<Link> => {
  const children = new Map<string, Link>();
  for (const [name, child] of folder) {
    children.set(name, child instanceof Map ? await buildFolder(child, sink, pause) : child);
  }
  const built = await buildDirectory(children, sink);
  await pause();
  return built;
};
