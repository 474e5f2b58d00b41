import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { readConfig } from "../../../src/cloud/config.ts";
import type { Database } from "../../../src/cloud/engines/database/database.ts";
import { openGitHub } from "../../../src/cloud/engines/code-host/github.ts";
import type { Git } from "../../../src/cloud/engines/git/git.ts";
import { openJobs } from "../../../src/cloud/engines/jobs/open.ts";
import { createCodeHosts } from "../../../src/cloud/hosting/code-host/service.ts";
import { createRepositories, type Push, type Repositories } from "../../../src/cloud/hosting/repositories/service.ts";
import type { RepositoryRecord } from "../../../src/cloud/hosting/repositories/store.ts";
import { testDatabase } from "../database/database.ts";
import { openTestGit } from "./git-engine.ts";
import { atFileEnd } from "../file-end.ts";

export interface GitHost {
  readonly database: Database;
  readonly repositories: Repositories;
  readonly git: Git;
  readonly dataDir: string;
  /** Opens the Git engine as on another machine: with the same database and blob store, and separate copies. */
  openElsewhere(): Promise<Git>;
  /** 127.0.0.1:port */
  readonly host: string;
  /** Team of "our-token" and "reader-token" (read-only); "their-token" belongs to another team. */
  readonly ourTeamId: string;
  /** Returns the pushes since the last call. */
  takePushes(): Push[];
  /** Makes the listener fail from now on. */
  breakListener(isBroken: boolean): void;
  create(): Promise<RepositoryRecord>;
  urlOf(repository: RepositoryRecord, token?: string): string;
  emptyFolder(): Promise<string>;
  /** Creates a clone with one commit on main, not pushed yet. */
  clone(repository: RepositoryRecord, content?: string): Promise<string>;
  commit(place: string, file: string, content: string | Buffer): Promise<string>;
  /** Runs the system's git in a folder. Returns its output. */
  run(cwd: string, ...words: string[]): Promise<string>;
}

/** Serves the repositories service on a real database and socket until the test file ends. */
export const testGitHost = async (): Promise<GitHost> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-git-http-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  const ours = { teamId: randomUUID(), userId: randomUUID(), mayDeploy: true };
  const theirs = { teamId: randomUUID(), userId: randomUUID(), mayDeploy: true };
  const tokens = new Map([
    ["our-token", ours],
    ["reader-token", { ...ours, mayDeploy: false }],
    ["their-token", theirs],
  ]);
  const database = await testDatabase();
  const dataDir = join(folder, "data");
  const git = await openTestGit({ DATA_DIR: dataDir }, database, dataDir);
  const verifyToken = (token: string) => Promise.resolve(tokens.get(token));
  const log = pino({ level: "silent" });
  const jobs = await openJobs(database, log);
  atFileEnd(() => jobs.close(0));
  const config = readConfig({ DATA_DIR: dataDir });
  const codeHosts = createCodeHosts(openGitHub(config), { config, log });
  const pushes: Push[] = [];
  let isBroken = false;
  const pushed = (push: Push): Promise<void> => {
    if (isBroken) return Promise.reject(new Error("the listener is broken"));
    pushes.push(push);
    return Promise.resolve();
  };
  const repositories = createRepositories({ database, git, jobs }, { verifyToken, codeHosts, log, pushed });
  await repositories.define();
  const host = await listen(repositories);

  const run: GitHost["run"] = async (cwd, ...words) => {
    const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1", HOME: folder };
    const { stdout, stderr } = await promisify(execFile)("git", [...identity, ...words], { cwd, env });
    return stdout + stderr;
  };
  const urlOf: GitHost["urlOf"] = ({ namespace, name }, token = "our-token") =>
    `http://git:${token}@${host}/git/${namespace}/${name}.git`;
  const emptyFolder = () => mkdtemp(join(folder, "work-"));
  const commit: GitHost["commit"] = async (place, file, content) => {
    await writeFile(join(place, file), content);
    await run(place, "add", "-A");
    await run(place, "commit", "-qm", `Change ${file}`);
    return (await run(place, "rev-parse", "HEAD")).trim();
  };
  return {
    database,
    repositories,
    git,
    dataDir,
    openElsewhere: async () => openTestGit({ DATA_DIR: await emptyFolder() }, database, dataDir),
    host,
    ourTeamId: ours.teamId,
    takePushes: () => pushes.splice(0),
    breakListener: (broken) => (isBroken = broken),
    create: async () => {
      const create = await repositories.draft();
      return database.db.transaction().execute((trx) => create(trx, ours.teamId, `r-${randomUUID().slice(0, 8)}`));
    },
    urlOf,
    emptyFolder,
    clone: async (repository, content = "<p>hello") => {
      const place = await emptyFolder();
      await run(place, "clone", "-q", urlOf(repository), ".");
      await commit(place, "index.html", content);
      return place;
    },
    commit,
    run,
  };
};

const listen = async (repositories: Repositories): Promise<string> => {
  const server = createServer((request, response) => {
    repositories.handleHttp(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atFileEnd(() => {
    server.closeAllConnections();
    server.close();
    return Promise.resolve();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};
