/**
 * Maps an object key to its path in the directory created from a bucket. A key is any text, but a directory has no
 * nameless entries, "." and ".." have a special meaning in paths, and a name is either a file or a folder. To keep keys
 * distinct:
 *
 * - the parts between slashes are the names of the path;
 * - an empty part becomes "%empty", "." becomes "%dot", ".." becomes "%dot-dot";
 * - a file with the name of a folder becomes "%file-<name>" (`besideFolder`);
 * - a part that starts with "%" gets another "%" in front.
 *
 * An empty object whose key ends in a slash, which consoles create as a folder marker, is the folder itself and not a
 * file in it.
 */

const odd: ReadonlyMap<string, string> = new Map([
  ["", "%empty"],
  [".", "%dot"],
  ["..", "%dot-dot"],
]);

/** Returns the path of a key's file; its last name is replaced by `besideFolder` if a folder has that name. */
export const pathOfKey = (key: string): string[] => key.split("/").map(nameOfPart);

/** Returns whether the key is only a folder marker. */
export const isFolderKey = (key: string, sizeBytes: number): boolean =>
  sizeBytes === 0 && (key === "" || key.endsWith("/"));

/** Returns the path of a folder marker's folder. */
export const folderOfKey = (key: string): string[] => (key === "" ? [] : pathOfKey(key.slice(0, -1)));

/** Returns the name of a file next to a folder of the same name. */
export const besideFolder = (name: string): string => `%file-${name}`;

const nameOfPart = (part: string): string => odd.get(part) ?? (part.startsWith("%") ? `%${part}` : part);
