import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { createClosers } from "../src/cloud/lib/closers.ts";
import { readConfig } from "../src/cloud/config.ts";
import { openEngines } from "../src/cloud/engines/open-engines.ts";
import type { BuildEvent } from "../resources/hosting/events.ts";
import { prepareBuild } from "../src/cloud/hosting/deployments/deploy.ts";
import { prepareProject } from "../src/cloud/hosting/deployments/projects/projects.ts";
import { people } from "../src/cloud/account/people.module.ts";
import { meter } from "../src/cloud/billing/meter.module.ts";
import { hosting as hostingModule } from "../src/cloud/hosting/deployments.module.ts";
import { repositories as repositoriesModule } from "../src/cloud/hosting/repositories.module.ts";
import { createLimits } from "../src/cloud/kernel/limits/limits.ts";
import { buildModules } from "../src/cloud/kernel/module.ts";
import { modules } from "../src/cloud/modules.ts";
import { withFolder } from "./engines.ts";
import { race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const rounds = 9;
const printed = "built";
const command = `echo ${printed}`;

/** Measures the time from a build request to the first output line of its command, as received by a socket. */
export const buildsBench = (): Promise<BenchRow[]> =>
  withFolder(async (folder) => {
    const closers = createClosers(() => undefined);
    try {
      const build = await openBuild(join(folder, "data"), join(folder, "site"), closers);
      const seconds = await race(rounds, { ours: { run: build }, floor: { run: spawnCommand } });
      return [
        {
          name: "Enqueue to a build's first line",
          unit: "ms",
          ours: seconds.ours * 1000,
          floorName: "bare child process",
          floor: seconds.floor * 1000,
          better: "less",
        },
      ];
    } finally {
      await closers.closeAll();
    }
  });

/** Starts a server with one repository; the returned function queues a build and resolves with its first line. */
const openBuild = async (
  dataDir: string,
  template: string,
  closers: ReturnType<typeof createClosers>,
): Promise<() => Promise<void>> => {
  const log = pino({ level: "silent" });
  const config = readConfig({ DATA_DIR: dataDir });
  const opened = await openEngines(config, log, closers);
  let heard: (() => void) | undefined;
  const hear = ({ data }: BuildEvent): void => {
    if ("lines" in data && data.lines.some(({ content }) => content === printed)) heard?.();
  };
  const toTeam = (_teamId: string, _name: string, payload: object): void => hear(payload as BuildEvent);
  const engines = { ...opened, realtime: { ...opened.realtime, toTeam } };
  const siteUrl = (label: string): string => `http://${label}.localhost`;
  const dashboardUrl = (): string => "http://localhost";
  const folders = { docsDir: dataDir, templatesDir: dataDir };
  const wake = (): void => undefined;
  const built = buildModules(modules, {
    engines,
    config,
    limits: createLimits(),
    log,
    ...folders,
    siteUrl,
    dashboardUrl,
    wake,
  });
  await built.start(closers);
  const [hosting, repositories] = [built.apiOf(hostingModule), built.apiOf(repositoriesModule)];
  await hosting.work();

  const { db } = engines.database;
  const create = await repositories.draft();
  const { teamId, repository } = await db.transaction().execute(async (trx) => {
    const owner = { id: randomUUID(), username: "bench" };
    await trx
      .insertInto("person")
      .values({ ...owner, address: owner.id, wallet_type: "bench" })
      .execute();
    const teamId = await built.apiOf(people).teams.create(trx, owner);
    await built.apiOf(meter).allowance.grantTrial(trx, teamId);
    return { teamId, repository: await create(trx, teamId, "bench") };
  });
  await mkdir(template);
  await writeFile(join(template, "index.html"), "bench");
  const draft = await engines.git.draft(template);
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("git_repository").where("repository_id", "=", repository.id).execute();
    await draft.place(trx, repositories.pathOf(repository));
  });
  const source = { deployType: "REPOSITORY", repoId: repository.id, installCommand: command } as const;
  const input = { name: "bench", platform: "IPFS", ...source } as const;
  const projectId = await db.transaction().execute(await prepareProject(hosting.deps, db, teamId, input));

  return async () => {
    const line = new Promise<void>((resolve) => (heard = resolve));
    await db.transaction().execute(await prepareBuild(hosting.deps, db, teamId, projectId, {}));
    await line;
  };
};

const spawnCommand = async (): Promise<void> => {
  const child = spawn("sh", ["-c", command], { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
};
