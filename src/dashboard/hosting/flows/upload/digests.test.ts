import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { uploadHashedBytesMax, uploadHashedFileBytesMax } from "../../../../../resources/limits.ts";
import { browserSha256, digestsOf } from "./digests.ts";

const going = new AbortController().signal;
const item = (path: string, content: string) => ({ path, file: new File([content], path) });
/** A file that claims to be large and must not be read. */
const large = (path: string, size: number) => {
  const file = new File([], path);
  Object.defineProperty(file, "size", { value: size });
  file.arrayBuffer = () => Promise.reject(new Error("was read"));
  return { path, file };
};

describe("digests of picked files", () => {
  test("are SHA-256 in hex, in the files' order", async () => {
    const contents = ["", "a", "b".repeat(100_000), "c", "d", "e"];
    const items = contents.map((content, index) => item(`${index}`, content));
    const expected = contents.map((content) => createHash("sha256").update(content).digest("hex"));
    expect(await digestsOf(items, browserSha256(), going)).toEqual(expected);
  });

  test("are omitted for large uploads, to avoid a delay", async () => {
    const third = uploadHashedBytesMax / 3 + 1;
    expect(
      await digestsOf(
        ["a", "b", "c"].map((path) => large(path, third)),
        browserSha256(),
        going,
      ),
    ).toBeUndefined();
    expect(await digestsOf([large("a", uploadHashedFileBytesMax + 1)], browserSha256(), going)).toBeUndefined();
  });

  test("are omitted if the browser can't hash, or a file can't be read", async () => {
    expect(await digestsOf([item("a", "a")], undefined, going)).toBeUndefined();
    expect(await digestsOf([large("a", 10)], browserSha256(), going)).toBeUndefined();
  });

  test("stop when the upload is cancelled", async () => {
    await expect(digestsOf([item("a", "a")], browserSha256(), AbortSignal.abort())).rejects.toThrow("aborted");
  });
});
