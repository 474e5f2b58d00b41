import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { fromBuffer, type Entry, type ZipFile } from "yauzl";

/** Reads the files of a zip archive by path, with another library. */
export const unzipped = async (archive: Buffer): Promise<Record<string, Buffer>> => {
  const zip = await promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer)(archive, { lazyEntries: true });
  const files: Record<string, Buffer> = {};
  return new Promise((resolve, reject) => {
    zip.on("entry", (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        void buffer(stream).then((bytes) => {
          files[entry.fileName] = bytes;
          zip.readEntry();
        }, reject);
      });
    });
    zip.on("end", () => resolve(files));
    zip.on("error", reject);
    zip.readEntry();
  });
};
