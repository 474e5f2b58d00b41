/**
 * Where an object's key lies in the directory made of a bucket. A key is any text; a directory has no nameless entries, "." and ".."
 * mean something else in paths, and a name is a file or a folder, not both. So that no two keys ever meet:
 *
 * - the parts between the slashes are the names on the way;
 * - an empty part is called "%empty", "." is "%dot", ".." is "%dot-dot";
 * - a file whose name is a folder too is called "%file-<name>" (`besideFolder`);
 * - a part that itself begins with "%" gets one more in front.
 *
 * A key that ends in a slash and holds no bytes, as consoles make them for folders, is the folder itself and no file in it.
 */

const odd: ReadonlyMap<string, string> = new Map([
  ["", "%empty"],
  [".", "%dot"],
  ["..", "%dot-dot"],
]);

/** The names on the way to a key's file; the last one is `besideFolder` of it if there is a folder of that name. */
export const pathOfKey = (key: string): string[] => key.split("/").map(nameOfPart);

/** Whether the key only stands for a folder. */
export const isFolderKey = (key: string, sizeBytes: number): boolean =>
  sizeBytes === 0 && (key === "" || key.endsWith("/"));

/** The names of the folder that such a key stands for. */
export const folderOfKey = (key: string): string[] => (key === "" ? [] : pathOfKey(key.slice(0, -1)));

/** What a file is called beside a folder of its name. */
export const besideFolder = (name: string): string => `%file-${name}`;

const nameOfPart = (part: string): string => odd.get(part) ?? (part.startsWith("%") ? `%${part}` : part);
