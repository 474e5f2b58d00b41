/** Writes .br and .gz variants of compressible files, so that the server only has to select one. Only in production builds. */
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const smallestBytes = 1024;
const compressible = /\.(html|js|css|svg|json|webmanifest)$/;

export const compressPlugin = (): Plugin => {
  let folder: string;
  return {
    name: "freehold-compress",
    apply: (_config, { command, mode }) => command === "build" && mode === "production",
    enforce: "post",
    configResolved: ({ build }) => {
      folder = build.outDir;
    },
    writeBundle: {
      sequential: true,
      order: "post",
      handler: async () => {
        const entries = await readdir(folder, { recursive: true });
        await Promise.all(
          entries.filter((entry) => compressible.test(entry)).map((entry) => compress(join(folder, entry))),
        );
      },
    },
  };
};

const compress = async (file: string): Promise<void> => {
  const content = await readFile(file);
  if (content.length < smallestBytes) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
};
