/** What may be typed as the name of a file or folder. Pure. */
import { folderNameMax, objectKeyBytesMax } from "../../../../../resources/bucket/limits.ts";

/** Says what is wrong with a folder's name within a prefix; undefined accepts it. */
export const folderProblem = (name: string, prefix: string, taken: (key: string) => boolean): string | undefined => {
  if (Array.from(name).length > folderNameMax) return `Use at most ${folderNameMax} characters.`;
  return (
    nameProblem(name, prefix + name + "/") ??
    (taken(`${prefix}${name}/`) ? "A folder with this name already exists." : undefined)
  );
};

/** Says what is wrong with a file's name within a prefix. */
export const fileProblem = (name: string, prefix: string, taken: (key: string) => boolean): string | undefined =>
  nameProblem(name, prefix + name) ?? (taken(prefix + name) ? "A file with this name already exists." : undefined);

const nameProblem = (name: string, key: string): string | undefined => {
  if (name === "") return "Enter a name.";
  if (name.includes("/")) return "Names can't contain a slash.";
  if (name === "." || name === "..") return "This name can't be used in URLs. Choose another.";
  const bytes = new TextEncoder().encode(key).byteLength;
  return bytes > objectKeyBytesMax
    ? `With its folders the name has ${bytes} bytes; ${objectKeyBytesMax} are the most.`
    : undefined;
};
