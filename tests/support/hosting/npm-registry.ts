/** Runs a local package registry with packages defined by the test. */
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { atFileEnd } from "../file-end.ts";
import { listenOnLoopback } from "../server/loopback.ts";

export interface PackageFiles {
  readonly version: string;
  readonly scripts?: Record<string, string>;
  /** Path → content; all files are executable. */
  readonly files: Record<string, string>;
}

export interface TestRegistry {
  readonly url: string;
  /** Replaces a package. */
  publish(name: string, content: PackageFiles): Promise<void>;
  /** Number of downloads of a package's archive. */
  downloads(name: string): number;
  /** Holds archives back until the returned function is called. */
  hold(): () => void;
}

interface Archive {
  readonly version: string;
  readonly bytes: Buffer;
}

/** Listens until the test file ends. */
export const testRegistry = async (): Promise<TestRegistry> => {
  const archives = new Map<string, Archive>();
  const downloads: string[] = [];
  let gate = Promise.resolve();
  let url = "";
  const port = await listenOnLoopback((request, response) => {
    const [name = "", isArchive] = request.url!.slice(1).split("/-/");
    const found = archives.get(name);
    if (isArchive) downloads.push(name);
    if (found && isArchive) void gate.then(() => response.end(found.bytes));
    else response.writeHead(found ? 200 : 404, { "content-type": "application/json" }).end(manifestOf(name, found));
  });
  const manifestOf = (name: string, found: Archive | undefined): string => {
    if (!found) return "{}";
    const { version } = found;
    const dist = { tarball: `${url}/${name}/-/${version}.tgz` };
    return JSON.stringify({ name, versions: { [version]: { name, version, dist } }, "dist-tags": { latest: version } });
  };
  url = `http://127.0.0.1:${port}`;
  return {
    url,
    publish: async (name, content) =>
      void archives.set(name, { version: content.version, bytes: await archiveOf(name, content) }),
    downloads: (name) => downloads.filter((each) => each === name).length,
    hold: () => {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      return held.resolve;
    },
  };
};

const archiveOf = async (name: string, { version, scripts = {}, files }: PackageFiles): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-package-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  const all = { "package.json": JSON.stringify({ name, version, scripts }), ...files };
  for (const [path, content] of Object.entries(all)) {
    const file = join(folder, "package", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await chmod(file, 0o755);
  }
  await promisify(execFile)("tar", ["-czf", "package.tgz", "package"], { cwd: folder });
  return readFile(join(folder, "package.tgz"));
};
