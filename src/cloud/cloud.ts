/** The whole cloud in one process: engines → services → HTTP and sockets on one port → workers. */
import { access } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { calls } from "../../resources/calls.ts";
import { pages, resources } from "../../resources/index.ts";
import { closerOf } from "./close-app.ts";
import { createClosers, type Closers } from "./closers.ts";
import type { Config } from "./config.ts";
import { createDevelopment } from "./development.ts";
import type { Engines } from "./engines/engines.ts";
import { buildApp } from "./http/app.ts";
import { createArweaveFront } from "./http/arweave-front.ts";
import { openHttps } from "./http/https-server.ts";
import { createIdentify } from "./http/identify.ts";
import { openEngines } from "./open-engines.ts";
import { publicAddress } from "./public-address.ts";
import { serveBot } from "./serve-bot.ts";
import { sweepOperations } from "./services/operation-log/service.ts";
import { createServices, type Services } from "./services/services.ts";

export interface Cloud {
  /** Address people use, without a trailing slash. */
  readonly url: string;
  /** 0 for a process that only works on jobs. */
  readonly port: number;
  close(): Promise<void>;
}

export interface CloudOptions {
  /** Serve the dashboard from its sources by Vite. */
  readonly isDevelopment?: boolean;
  /** Told of each fault of ours that a request met; tests fail on one. */
  readonly onFault?: (error: unknown) => void;
}

const projectFolder = join(import.meta.dirname, "../..");
const docsDir = join(projectFolder, "docs");
const templatesDir = join(projectFolder, "templates");
const registry = { resources, pages, calls };
const uploadSweepMs = 3_600_000;

/** Starts a cloud. What was opened is closed again when something fails; a port that is taken is named in one sentence. */
export const startCloud = async (config: Config, log: Logger, options: CloudOptions = {}): Promise<Cloud> => {
  const closers = createClosers((name, error) => log.warn({ err: error }, `${name} did not close in order`));
  try {
    const engines = await openEngines(config, log, closers);
    let address = publicAddress(config, config.PORT);
    const siteUrl = (label: string): string => address.siteUrl(label);
    const dashboardUrl = (): string => address.url;
    const services = createServices(engines, { config, log, docsDir, templatesDir, siteUrl, dashboardUrl });
    closers.add("The meter", () => services.usage.close());
    await services.hosting.define();
    await services.repositories.define();
    await services.accounts.define();
    await services.mail.define();
    await services.money.settlement.define();
    await services.money.ledgerAudit.define();
    await services.money.zkSyncActivation.define();
    await services.webhooks.define();
    await services.removals.define();
    await services.pinning.define();
    await services.snapshots.define();
    await services.raas.define();
    await services.messaging.define();
    services.alerts.watch();
    closers.add("The alerts", async () => services.alerts.close());

    const parts: Parts = { config, log, options, closers, engines, services };
    const port = config.ROLE.includes("web") ? await serve(parts) : 0;
    if (port > 0) address = publicAddress(config, port);
    if (config.ROLE.includes("worker")) await work(parts);
    return { url: address.url, port, close: closers.closeAll };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};

interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly options: CloudOptions;
  readonly closers: Closers;
  readonly engines: Engines;
  readonly services: Services;
}

const serve = async ({ config, log, options, closers, engines, services }: Parts): Promise<number> => {
  const { isDevelopment, onFault } = options;
  const { database, blocks, git, sandbox, realtime } = engines;
  const { auth, tokens, programKeys, ipns, pinning, teams, gateway, repositories, domains, routes } = services;
  const development = isDevelopment ? await createDevelopment() : undefined;
  const place = { contentDomain: config.CONTENT_DOMAIN, publicUrl: config.PUBLIC_URL };
  const app = await buildApp({
    config,
    log,
    database,
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
    readiness: { database: database.ping, blocks: blocks.ping, git: () => access(git.root) },
    gateway,
    gitHttp: repositories.handleHttp,
    s3: services.s3,
    downloads: services.downloads,
    ...(domains.certificates.isOn && { challenges: domains.certificates }),
    realtime,
    avatar: auth.avatar,
    reasonOfEnd: auth.reasonOfEnd,
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
    ...(engines.arweave.handle && { arweave: createArweaveFront(engines.arweave.handle, place) }),
    ipns,
    pinning,
    programKeys,
    ...(development && { development: development.handle }),
    ...(onFault && { onFault }),
  });
  await domains.serve();
  await services.denylist.watch();
  closers.add("Denylists", async () => services.denylist.close());
  services.assistant.work();
  closers.add("The assistant", async () => services.assistant.close());
  await services.rpc.serve();
  closers.add("The RPC service", services.rpc.close);
  services.gateways.serve();
  closers.add("Dedicated gateways", services.gateways.close);
  closers.add("Domains", async () => domains.close());
  closers.add("HTTP", closerOf(app));
  if (development) {
    await development.start(app.server);
    closers.add("Vite", () => development.close());
  }
  await listen(app, config);
  await serveHttps(app, domains.certificates, { config, log, closers, options });
  const { port } = app.server.address() as AddressInfo;
  if (services.miniPayments.offers("STAR")) await serveBot(engines.bot, { config, log, port });
  return port;
};

/** Beside plain HTTP, which a certificate authority and redirects from http:// need. */
const serveHttps = async (
  app: FastifyInstance,
  { contextFor }: Services["domains"]["certificates"],
  { config, log, closers, options }: Pick<Parts, "config" | "log" | "closers" | "options">,
): Promise<void> => {
  const { HTTPS_PORT, HOST, HTTPS_CERTIFICATE_FILE: certificate, HTTPS_KEY_FILE: key } = config;
  if (HTTPS_PORT === 0) return;
  const https = await openHttps(app.server, {
    port: HTTPS_PORT,
    host: HOST,
    files: certificate && key ? { certificate, key } : undefined,
    contextFor,
    onFault: (error) => {
      log.error({ err: error }, "A certificate could not be chosen");
      options.onFault?.(error);
    },
  });
  closers.add("HTTPS", https.close);
};

const work = async ({ log, closers, engines, services }: Parts): Promise<void> => {
  const { hosting, uploads, domains, repositories, notices, mail, webhooks } = services;
  const sweep = async (): Promise<void> => {
    await uploads.sweep().catch((error: unknown) => log.warn({ err: error }, "Abandoned uploads were not removed"));
    await sweepOperations(engines.database.db).catch((error: unknown) =>
      log.warn({ err: error }, "Old entries of the operation log were not removed"),
    );
  };
  await sweep();
  const timer = setInterval(() => void sweep(), uploadSweepMs);
  closers.add("Sweeping", async () => clearInterval(timer));
  services.money.chainEvents.work();
  closers.add("The watcher of chains", services.money.chainEvents.close);
  services.miniPayments.work();
  closers.add("Toncoin payments", services.miniPayments.close);
  await services.money.settlement.work();
  await services.money.zkSyncActivation.work();
  closers.add("Settlement", async () => services.money.settlement.close());
  await services.money.ledgerAudit.work();
  closers.add("The audit of the ledger", async () => services.money.ledgerAudit.close());
  services.money.dunning.work();
  closers.add("Dunning", async () => services.money.dunning.close());
  domains.work();
  closers.add("Looking domains up", async () => domains.close());
  notices.work();
  closers.add("Notices", async () => notices.close());
  await services.buckets.work();
  closers.add("Buckets", services.buckets.close);
  await services.removals.work();
  services.arweave.work();
  closers.add("What goes to Arweave", services.arweave.close);
  await services.holdings.work();
  closers.add("Holdings", services.holdings.close);
  await services.raas.work();
  closers.add("What is due of rollups", async () => services.raas.close());
  services.aiRpc.work();
  closers.add("What was asked of models", async () => services.aiRpc.close());
  services.boost.work();
  closers.add("Boost", services.boost.close);
  services.ipns.work();
  await services.pinning.work();
  closers.add("IPNS", services.ipns.close);
  await hosting.work();
  await repositories.work();
  await services.accounts.work();
  await services.snapshots.work();
  await mail.work();
  closers.add("Mail", async () => mail.close());
  await webhooks.work();
  await services.messaging.work();
  closers.add("Hosting", async () => hosting.close());
};

const listen = async (app: FastifyInstance, { PORT, HOST }: Config): Promise<void> => {
  try {
    await app.listen({ port: PORT, host: HOST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${PORT} is taken by another program. Set PORT to a free one.`, { cause: error });
  }
};
