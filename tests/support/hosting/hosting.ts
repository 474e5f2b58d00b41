import { randomUUID } from "node:crypto";
import { once as onceEvent } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { vi } from "vitest";
import type { BuildEvent } from "../../../resources/hosting/events.ts";
import type { LogLine } from "../../../resources/hosting/log-line.ts";
import { endedStates } from "../../../resources/hosting/states.ts";
import type { Engines } from "../../../src/cloud/engines/engines.ts";
import { readConfig } from "../../../src/cloud/config.ts";
import type { Trx } from "../../../src/cloud/engines/database/database.ts";
import { prepareBuild } from "../../../src/cloud/hosting/deployments/deploy.ts";
import type { MeteredResource } from "../../../resources/limits.ts";
import { levelOf } from "../../../src/cloud/billing/ledger/usage/storage.ts";
import { findDeployment } from "../../../src/cloud/hosting/deployments/deployment-reads.ts";
import { readLines } from "../../../src/cloud/hosting/deployments/builds/log-store.ts";
import { findProject } from "../../../src/cloud/hosting/deployments/projects/project-reads.ts";
import { prepareProject } from "../../../src/cloud/hosting/deployments/projects/projects.ts";
import type { NewProject } from "../../../src/cloud/hosting/deployments/sources/sources.ts";
import { testDatabase } from "../database/database.ts";
import { atFileEnd } from "../file-end.ts";
import { newClone } from "../git/git-clone.ts";
import { openHosting } from "./open-hosting.ts";
import { listenOnLoopback } from "../server/loopback.ts";

export interface SeenEvent {
  readonly teamId: string;
  readonly event: BuildEvent;
}

/**
 * Runs hosting on real engines and a separate database, for tests below HTTP. The worker starts with `work`. `others`:
 * engines that connect to simulators.
 */
export const testHosting = async (settings: Record<string, string> = {}, others: Partial<Engines> = {}) => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-hosting-"));
  const config = readConfig({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: database.url, ...settings });
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "info" }, { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
  const events: SeenEvent[] = [];
  const opened = await openHosting(config, database, log, (engines) => ({
    ...engines,
    ...others,
    realtime: {
      ...engines.realtime,
      toTeam: (teamId, name, payload) => {
        events.push({ teamId, event: payload as BuildEvent });
        engines.realtime.toTeam(teamId, name, payload);
      },
    },
  }));
  const { hosting, engines, uploads } = opened;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= opened.close());
  atFileEnd(async () => {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const inTrx = <T>(act: (trx: Trx) => Promise<T>): Promise<T> => database.db.transaction().execute(act);

  /** Creates a team with the trial package. */
  const team = (): Promise<string> =>
    inTrx(async (trx) => {
      const owner = { id: randomUUID(), username: "tester" };
      const address = privateKeyToAddress(generatePrivateKey());
      await trx
        .insertInto("person")
        .values({ ...owner, address, wallet_type: "TEST" })
        .execute();
      const teamId = await opened.teams.create(trx, owner);
      await opened.allowance.grantTrial(trx, teamId);
      return teamId;
    });

  let projects = 0;
  const project = async (teamId: string, input: Partial<NewProject> = {}): Promise<string> => {
    projects += 1;
    const given = {
      name: projects === 1 ? "site" : `site-${projects}`,
      platform: "IPFS",
      deployType: "UPLOAD",
      ...input,
    } as const;
    return inTrx(await prepareProject(hosting.deps, database.db, teamId, given));
  };

  /** Uploads a folder given as path → content. */
  const upload = async (teamId: string, files: Record<string, string>): Promise<string> => {
    const bytes = Buffer.concat(Object.values(files).map((content) => Buffer.from(content)));
    const manifest = Object.entries(files).map(([path, content]) => ({ path, sizeBytes: Buffer.byteLength(content) }));
    const { uploadId } = await inTrx(await uploads.prepare(teamId, { kind: "folder", files: manifest }));
    const part = { offset: 0, stream: Readable.from([bytes]), lengthBytes: bytes.length };
    await uploads.append(teamId, uploadId, part);
    return uploadId;
  };

  const build = async (teamId: string, projectId: string, request = {}): Promise<string> => {
    const start = await prepareBuild(hosting.deps, database.db, teamId, projectId, request);
    const { deployment } = await inTrx(start);
    return deployment.id;
  };

  const deployFiles = async (teamId: string, projectId: string, files: Record<string, string>): Promise<string> =>
    build(teamId, projectId, { uploadId: await upload(teamId, files) });

  const deployment = (teamId: string, id: string) => findDeployment(database.db, teamId, id);

  /** Waits until a deployment has ended. */
  const ended = (teamId: string, id: string, timeout = 120_000) =>
    vi.waitFor(
      async () => {
        const row = await deployment(teamId, id);
        if (!endedStates.includes(row.state)) throw new Error(`still ${row.state}`);
        return row;
      },
      { timeout, interval: 50 },
    );

  const reaches = (teamId: string, id: string, state: string, timeout = 120_000) =>
    vi.waitFor(
      async () => {
        const row = await deployment(teamId, id);
        if (row.state !== state) throw new Error(`is ${row.state}, not ${state}`);
        return row;
      },
      { timeout, interval: 20 },
    );

  /** Returns the complete stored log, page by page. */
  const logOf = async (teamId: string, id: string): Promise<LogLine[]> => {
    const { number } = await deployment(teamId, id);
    const lines: LogLine[] = [];
    for (let more = true; more;) {
      const page = await readLines(database.db, number, lines.at(-1)?.seq ?? 0);
      lines.push(...page.items);
      more = page.more;
    }
    return lines;
  };

  const storedBytes = (teamId: string) => levelOf(database.db, teamId, "IPFS_STORAGE");

  /** Sets a team's allowance of a resource. */
  const limit = (teamId: string, resource: MeteredResource, amount: number) =>
    database.db
      .updateTable("allowance_grant")
      .set({ amount: BigInt(amount) })
      .where("team_id", "=", teamId)
      .where("resource", "=", resource)
      .execute();

  /** Waits until released content is deleted. */
  const discarded = () =>
    vi.waitFor(
      async () => {
        const left = await database.db.selectFrom("hosting_discard").selectAll().execute();
        if (left.length > 0) throw new Error(`${left.length} discards left`);
      },
      { timeout: 60_000, interval: 50 },
    );

  const eventsOf = (id: string): BuildEvent[] => events.flatMap(({ event }) => (event.data.taskId === id ? event : []));

  /** Creates a repository of the team and pushes these files as its first commit. */
  const repository = async (teamId: string, files: Record<string, string>) => {
    const name = `repository-${randomUUID().slice(0, 8)}`;
    const create = await opened.repositories.draft();
    const record = await inTrx((trx) => create(trx, teamId, name));
    const { owner_id: userId } = await database.db
      .selectFrom("team")
      .select("owner_id")
      .where("id", "=", teamId)
      .executeTakeFirstOrThrow();
    const { token } = await inTrx((trx) => opened.tokens.create(trx, { teamId, userId }, "push"));
    const address = `http://me:${token}@127.0.0.1:${await gitPort()}/git/${record.namespace}/${name}.git`;
    const clone = await newClone(address, record.defaultBranch);
    await clone.push(files);
    return { ...record, ...clone };
  };

  const gitPort = once(() =>
    listenOnLoopback((request, response) => void opened.repositories.handleHttp(request, response)),
  );

  const sitePort = once(() => listenOnLoopback((request, response) => void opened.gateway.handle(request, response)));

  /** Returns a visitor's response from a host name. */
  const visit = async (label: string, path = "/"): Promise<{ status: number; text: string }> => {
    const host = `${label}.${config.CONTENT_DOMAIN}`;
    const outgoing = request({ port: await sitePort(), host: "127.0.0.1", path, headers: { host } }).end();
    const [response] = (await onceEvent(outgoing, "response")) as [IncomingMessage];
    return { status: response.statusCode!, text: await textOf(response) };
  };

  const live = (teamId: string, projectId: string) => findProject(database.db, teamId, projectId);

  return {
    ...opened,
    database,
    dataDir,
    config,
    log,
    logged,
    events,
    close,
    inTrx,
    team,
    project,
    upload,
    build,
    deployFiles,
    deployment,
    ended,
    reaches,
    logOf,
    live,
    storedBytes,
    limit,
    discarded,
    eventsOf,
    repository,
    visit,
    db: engines.database.db,
  };
};

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

export type TestHosting = Awaited<ReturnType<typeof testHosting>>;
