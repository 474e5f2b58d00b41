/**
 * Other users of the machine can't read the data directory or reach the database, regardless of the modes before the
 * start.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { embeddedAddress } from "../../../src/cloud/engines/database/embedded/embedded-server.ts";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
/** Public programs, and files that belong to the database's user. */
const ownModes = /^(tools|postgres\/(data|programs))/;
/** If started as root, the database's user needs access to these two. */
const passages = isRoot ? ["", "postgres"] : [];

/** Returns paths below the folder that others can read, write or enter, with their modes. */
const openIn = (dataDir: string): string[] => {
  const look = (path: string): string[] => {
    if (ownModes.test(path)) return [];
    const stats = lstatSync(join(dataDir, path));
    const bits = passages.includes(path) ? 0o067 : 0o077;
    const found =
      !stats.isSymbolicLink() && (stats.mode & bits) !== 0 ? [`${path} ${(stats.mode & 0o777).toString(8)}`] : [];
    if (!stats.isDirectory()) return found;
    return [
      ...found,
      ...readdirSync(join(dataDir, path)).flatMap((name) => look(path === "" ? name : `${path}/${name}`)),
    ];
  };
  return look("");
};

const loosen = (dataDir: string): void => {
  const folders = [
    "git/repositories/team",
    "logs",
    "blobs/ab",
    "staging",
    "mirrors/x",
    "workers/8c0f2f9e-5a53-4f0b-9d0c-3a5f5a3f5a11",
    "evm/1",
    "own",
  ];
  for (const folder of folders) {
    mkdirSync(join(dataDir, folder), { recursive: true });
    writeFileSync(join(dataDir, folder, "file"), "content");
  }
  writeFileSync(join(dataDir, "secret-key"), "x".repeat(43));
  execFileSync("chmod", ["-R", "a+rwX", dataDir]);
};

describe("a data directory readable by every local user", () => {
  test("is closed at start, with the database's password and rules, and stays closed while it runs", async () => {
    const dataDir = await temporaryFolder();
    loosen(dataDir);
    const first = startCloudProcess(dataDir);
    await first.ready;
    expect(openIn(dataDir)).toEqual([]);
    await first.end("SIGTERM");

    const { host } = await embeddedAddress(join(dataDir, "postgres"));
    const rules = join(dataDir, "postgres/data/pg_hba.conf");
    writeFileSync(rules, "local all all trust\nhost all all 0.0.0.0/0 trust\n");
    for (const path of ["postgres/password", "logs", "logs/cloud.log", "blobs", "secret-key"])
      chmodSync(join(dataDir, path), 0o777);
    const second = startCloudProcess(dataDir);
    await second.ready;
    expect(openIn(dataDir)).toEqual([]);
    const asked = readFileSync(rules, "utf8")
      .split("\n")
      .filter((line) => !line.startsWith("#") && line !== "");
    expect(asked.map((line) => line.split(/\s+/).at(-1))).toEqual(["scram-sha-256", "scram-sha-256"]);
    if (isRoot) {
      for (const path of [dataDir, join(dataDir, "logs"), join(dataDir, "postgres"), host])
        expect(asNobody("ls", path), path).toContain("Permission denied");
      for (const path of ["secret-key", "postgres/password", "postgres/data/pg_hba.conf"])
        expect(asNobody("cat", join(dataDir, path)), path).toContain("Permission denied");
      const connect = `require("net").connect(${JSON.stringify(`${host}/.s.PGSQL.5432`)}).on("connect", () => console.log("connected")).on("error", (e) => console.log(e.code))`;
      // The project's own may lie in a folder that others can't enter.
      const node = join(await temporaryFolder(), "node");
      copyFileSync(process.execPath, node);
      expect(asNobody(node, "-e", connect)).toBe("EACCES");
    }
    await second.end("SIGTERM");
  });
});

const asNobody = (program: string, ...args: string[]): string => {
  const { stdout, stderr } = spawnSync(program, args, { uid: nobody, gid: nobody, encoding: "utf8", cwd: "/" });
  return (stdout + stderr).trim();
};
