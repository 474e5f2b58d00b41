/** What may be typed as the name of a file or folder. Pure. */
import { folderNameMax, objectKeyBytesMax } from "../../../../../resources/bucket/limits.ts";

/** Says what is wrong with a folder's name within a prefix; undefined accepts it. */
export const folderProblem = (name: string, prefix: string, taken: (key: string) => boolean): string | undefined => {
  if (Array.from(name).length > folderNameMax) return `A folder's name has ${folderNameMax} characters at most.`;
  return (
    nameProblem(name, prefix + name + "/") ??
    (taken(`${prefix}${name}/`) ? "There is already a folder of this name." : undefined)
  );
};

/** Says what is wrong with a file's name within a prefix. */
export const fileProblem = (name: string, prefix: string, taken: (key: string) => boolean): string | undefined =>
  nameProblem(name, prefix + name) ?? (taken(prefix + name) ? "There is already a file of this name." : undefined);

const nameProblem = (name: string, key: string): string | undefined => {
  if (name === "") return "Please type a name.";
  if (name.includes("/")) return "A name holds no slash: it would begin another folder.";
  if (name === "." || name === "..") return "Browsers take this name out of addresses. Please choose another.";
  const bytes = new TextEncoder().encode(key).byteLength;
  return bytes > objectKeyBytesMax
    ? `With its folders the name has ${bytes} bytes; ${objectKeyBytesMax} are the most.`
    : undefined;
};
