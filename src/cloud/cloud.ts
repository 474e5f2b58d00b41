/**
 * Runs the whole server in one process: engines → services → HTTP and sockets on one port → workers. Long because it
 * starts and closes each of them.
 */
import { access } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { calls } from "../../resources/calls.ts";
import { pages, resources } from "../../resources/index.ts";
import { closerOf, type AppCloser } from "./close-app.ts";
import { createClosers, type Closers } from "./closers.ts";
import type { Config } from "./config.ts";
import { createDevelopment } from "./development.ts";
import { inBackground } from "./engines/database/background.ts";
import { trustedProxies } from "./engines/network/client.ts";
import type { Engines } from "./engines/engines.ts";
import { buildApp } from "./http/app.ts";
import { createArweaveHandler } from "./http/arweave-handler.ts";
import { limitConnections, type ConnectionLimits } from "./http/connection-limits.ts";
import { openHttps } from "./http/https-server.ts";
import { createIdentify } from "./http/identify.ts";
import { watchStalls } from "./http/metrics.ts";
import { createUnderWay, type UnderWay } from "./http/under-way.ts";
import { openEngines } from "./open-engines.ts";
import { publicAddress } from "./public-address.ts";
import { serveBot } from "./serve-bot.ts";
import { dropExpiredReplies } from "./http/idempotency.ts";
import { createScheduler, type Duty, type Scheduler } from "./kernel/duties.ts";
import { sweepOperations } from "./services/operation-log/service.ts";
import { createServices, type Services } from "./services/services.ts";

export interface Cloud {
  /** Public URL without a trailing slash. */
  readonly url: string;
  /** 0 for a process that only runs jobs. */
  readonly port: number;
  close(): Promise<void>;
}

export interface CloudOptions {
  /** Serves the dashboard from its sources with Vite. */
  readonly isDevelopment?: boolean;
  /** Called with each internal error of a request; tests fail on one. */
  readonly onFault?: (error: unknown) => void;
}

const projectFolder = join(import.meta.dirname, "../..");
const docsDir = join(projectFolder, "docs");
const templatesDir = join(projectFolder, "templates");
const registry = { resources, pages, calls };

/** Starts a server. On failure, closes everything opened so far; an occupied port gives a readable error. */
export const startCloud = async (config: Config, log: Logger, options: CloudOptions = {}): Promise<Cloud> => {
  const closers = createClosers((name, error) => log.warn({ err: error }, `${name} did not shut down cleanly`));
  try {
    const engines = await openEngines(config, log, closers);
    let address = publicAddress(config, config.PORT);
    const siteUrl = (label: string): string => address.siteUrl(label);
    const dashboardUrl = (): string => address.url;
    const scheduler = createScheduler({ ...engines, roles: config.ROLE, log });
    const { wake } = scheduler;
    const services = inBackground(() =>
      createServices(engines, { config, log, docsDir, templatesDir, siteUrl, dashboardUrl, wake }),
    );
    closers.add("Metering", () => services.usage.flush());
    await services.auth.start();
    const { hosting, repositories, accounts, mail, webhooks, removals, pinning, snapshots, raas, messaging } = services;
    const { settlement, ledgerAudit, zkSyncActivation } = services.money;
    const ofPeople = [accounts, mail, webhooks, messaging, settlement, ledgerAudit, zkSyncActivation];
    const ofContent = [hosting, repositories, removals, pinning, snapshots, raas];
    for (const service of [...ofContent, ...ofPeople]) await service.define();

    const underWay = createUnderWay();
    const deps: Deps = { config, log, options, closers, engines, services, scheduler, underWay };
    const served = config.ROLE.includes("web") ? await serve(deps) : undefined;
    const port = served?.port ?? 0;
    if (port > 0) address = publicAddress(config, port);
    if (config.ROLE.includes("worker")) await inBackground(() => work(deps));
    closers.add("Background tasks", scheduler.close);
    await scheduler.start(dutiesOf(deps));
    // Loaded after startup: it is slow on a slow machine, and no client waits for it.
    const stop = watchStalls(underWay, (ms, routes) => log.warn({ ms, routes }, "The event loop stalled"));
    closers.add("Stall detection", async () => stop());
    const close = async (): Promise<void> => {
      await engines.jobs.stopTaking();
      await served?.drain();
      await closers.closeAll();
    };
    return { url: address.url, port, close };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};

interface Deps {
  readonly config: Config;
  readonly log: Logger;
  readonly options: CloudOptions;
  readonly closers: Closers;
  readonly engines: Engines;
  readonly services: Services;
  readonly scheduler: Scheduler;
  readonly underWay: UnderWay;
}

const serve = async ({
  config,
  log,
  options,
  closers,
  engines,
  services,
  scheduler,
  underWay,
}: Deps): Promise<Pick<AppCloser, "drain"> & { readonly port: number }> => {
  const { isDevelopment, onFault } = options;
  const { database, blocks, git, sandbox, realtime } = engines;
  const { auth, tokens, programKeys, ipns, pinning, teams, gateway, repositories, domains, routes } = services;
  const development = isDevelopment ? await createDevelopment() : undefined;
  const place = { contentDomain: config.CONTENT_DOMAIN, publicUrl: config.PUBLIC_URL };
  const limits = limitConnections(trustedProxies(config.TRUSTED_PROXIES), {
    connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
    socketsPerAddress: config.SOCKETS_PER_ADDRESS,
  });
  const app = await buildApp({
    config,
    underWay,
    limits,
    jobs: engines.jobs,
    log,
    database,
    duties: scheduler,
    blobs: { verifiedBytes: services.upkeep.verifiedBytes, soundness: blocks.soundness },
    registry,
    routes,
    identify: createIdentify({
      auth,
      tokens,
      programKeys,
      nodeTokens: services.boost.tokens,
      teams,
      database,
      registry,
    }),
    readiness: { database: database.ping, blocks: blocks.ping, git: () => access(git.root), duties: scheduler.ping },
    gateway,
    gitHttp: repositories.handleHttp,
    s3: services.s3,
    downloads: services.downloads,
    ...(domains.certificates.isOn && { challenges: domains.certificates }),
    realtime,
    avatar: auth.avatar,
    reasonOfEnd: auth.reasonOfEnd,
    fresh: auth.fresh,
    dashboardDir: join(projectFolder, "dist"),
    docsDir,
    templatesDir,
    buildsUnavailable: sandbox.unavailable,
    platforms: engines.platforms,
    solana: engines.solana,
    zkSyncLite: engines.zkSyncLite,
    evm: engines.evm,
    prices: engines.prices,
    rpc: services.rpc,
    rollups: engines.rollups,
    aiRpc: services.aiRpc,
    ...(services.miniPayments.offers("TON") && {
      ton: engines.ton,
      toncoin: engines.ton.embedded ? "own" : "public",
    }),
    stars: services.miniPayments.offers("STAR"),
    bot: services.bot,
    ...(engines.arweave.handle && { arweave: createArweaveHandler(engines.arweave.handle, place) }),
    ipns,
    pinning,
    programKeys,
    ...(development && { development: development.handle }),
    ...(onFault && { onFault }),
  });
  await inBackground(async () => {
    await domains.changed();
    await services.denylist
      .refresh()
      .catch((error: unknown) => log.warn({ err: error }, "Could not read the denylists"));
    await services.rpc.serve();
  });
  closers.add("RPC service", services.rpc.close);
  closers.add("Dedicated gateways", services.gateways.flush);
  const closer = closerOf(app, underWay, {
    announceMs: config.ANNOUNCE_SECONDS * 1000,
    drainMs: config.DRAIN_SECONDS * 1000,
  });
  closers.add("HTTP", closer.close);
  if (development) {
    await development.start(app.server);
    closers.add("Vite", () => development.close());
  }
  await listen(app, config);
  await serveHttps(app, domains.certificates, { config, log, closers, options, limits, underWay });
  const { port } = app.server.address() as AddressInfo;
  if (services.miniPayments.offers("STAR")) await serveBot(engines.bot, { config, log, port });
  return { port, drain: closer.drain };
};

interface HttpsDeps extends Pick<Deps, "config" | "log" | "closers" | "options"> {
  readonly limits: ConnectionLimits;
  readonly underWay: UnderWay;
}

/** Serves HTTPS in addition to plain HTTP, which certificate authorities and redirects from http:// need. */
const serveHttps = async (
  app: FastifyInstance,
  { contextFor }: Services["domains"]["certificates"],
  { config, log, closers, options, limits, underWay }: HttpsDeps,
): Promise<void> => {
  const { HTTPS_PORT, HOST, HTTPS_CERTIFICATE_FILE: certificate, HTTPS_KEY_FILE: key } = config;
  if (HTTPS_PORT === 0) return;
  const https = await openHttps(app.server, {
    port: HTTPS_PORT,
    host: HOST,
    files: certificate && key ? { certificate, key } : undefined,
    contextFor,
    limits,
    underWay,
    onFault: (error) => {
      log.error({ err: error }, "Selecting a certificate failed");
      options.onFault?.(error);
    },
  });
  closers.add("HTTPS", https.close);
};

const work = async ({ closers, services }: Deps): Promise<void> => {
  const { money, miniPayments, raas, boost, buckets } = services;
  money.chainEvents.work();
  closers.add("Chain watcher", money.chainEvents.close);
  closers.add("Toncoin payments", async () => miniPayments.close());
  closers.add("Boost", async () => boost.close());
  closers.add("Buckets", async () => buckets.close());
  const { settlement, zkSyncActivation, ledgerAudit } = money;
  const ofMoney = [settlement, zkSyncActivation, ledgerAudit];
  const { removals, pinning, hosting, repositories, accounts, snapshots, mail, webhooks, messaging } = services;
  const ofContent = [removals, raas, pinning, hosting, repositories, snapshots];
  for (const service of [...ofMoney, ...ofContent, accounts, mail, webhooks, messaging]) await service.work();
  closers.add("Rollups", async () => raas.close());
};

/** Everything that runs periodically. */
const dutiesOf = ({ engines, services }: Deps): readonly Duty[] => {
  const { database, disk, realtime } = engines;
  const { usage, alerts, notices, mail, dunning, domains, denylist, gateways, rpc, ipns, assistant, aiRpc } = {
    ...services,
    ...services.money,
  };
  const { uploads, buckets, upkeep, contentOwners, arweave, raas, boost, miniPayments, hosting, money } = services;
  const ofServices = [usage, alerts, notices, mail, dunning, domains, denylist, gateways, rpc, ipns, assistant, aiRpc];
  const others = [buckets, upkeep, contentOwners, arweave, raas, boost, miniPayments, hosting];
  return [
    ...[...ofServices, ...others, money.settlement, money.ledgerAudit].flatMap(({ duties }) => duties),
    { name: "Remove abandoned uploads", every: "1 h", scope: "process", run: uploads.sweep },
    {
      name: "Delete old operation log entries",
      every: "1 h",
      scope: "cluster",
      run: () => sweepOperations(database.db),
    },
    { name: "Delete kept replies", every: "1 h", scope: "cluster", run: () => dropExpiredReplies(database.db) },
    { name: "Check free disk space", every: "1 s", scope: "process", role: "any", run: async () => disk.check() },
    { name: "Recheck sockets", every: "1 min", scope: "process", role: "web", run: realtime.recheckAll },
  ];
};

const listen = async (app: FastifyInstance, { PORT, HOST }: Config): Promise<void> => {
  try {
    await app.listen({ port: PORT, host: HOST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${PORT} is already in use. Set PORT to a free port.`, { cause: error });
  }
};
