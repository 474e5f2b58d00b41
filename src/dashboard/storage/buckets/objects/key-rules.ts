import { folderNameMax, objectKeyBytesMax } from "../../../../../resources/storage/limits.ts";

/** Returns the error of a folder name in a prefix, or undefined if it is valid. */
export const folderProblem = (name: string, prefix: string, isTaken: (key: string) => boolean): string | undefined => {
  if (Array.from(name).length > folderNameMax) return `Use at most ${folderNameMax} characters.`;
  return (
    nameProblem(name, prefix + name + "/") ??
    (isTaken(`${prefix}${name}/`) ? "A folder with this name already exists." : undefined)
  );
};

/** Returns the error of a file name in a prefix, or undefined if it is valid. */
export const fileProblem = (name: string, prefix: string, isTaken: (key: string) => boolean): string | undefined =>
  nameProblem(name, prefix + name) ?? (isTaken(prefix + name) ? "A file with this name already exists." : undefined);

const nameProblem = (name: string, key: string): string | undefined => {
  if (name === "") return "Enter a name.";
  if (name.includes("/")) return "Names can't contain a slash.";
  if (name === "." || name === "..") return "This name can't be used in URLs. Choose another.";
  const bytes = new TextEncoder().encode(key).byteLength;
  return bytes > objectKeyBytesMax
    ? `The path is too long: ${bytes} of ${objectKeyBytesMax} bytes. Use a shorter name.`
    : undefined;
};
