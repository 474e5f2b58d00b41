/** Runs the whole server in one process: engines → modules → HTTP and sockets on one port → workers. */
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { calls } from "../../resources/calls.ts";
import { pages, resources } from "../../resources/index.ts";
import { closerOf, type AppCloser } from "./http/edge/close-app.ts";
import { createClosers, type Closers } from "./lib/closers.ts";
import type { Config } from "./config.ts";
import { createDevelopment } from "./http/pages/development.ts";
import { inBackground } from "./engines/database/background.ts";
import { fetchConfigured } from "./engines/network/fetch.ts";
import { trustedProxies } from "./engines/network/client.ts";
import type { Engines } from "./engines/engines.ts";
import { buildApp, buildFigures } from "./http/app.ts";
import { limitConnections, type ConnectionLimits } from "./http/edge/limits/connection-limits.ts";
import { openHttps } from "./http/edge/https-server.ts";
import { createIdentify } from "./kernel/calls/identify.ts";
import { watchStalls } from "./http/observe/metrics.ts";
import { openLimits } from "./kernel/limits/open-limits.ts";
import type { Limits } from "./kernel/limits/limits.ts";
import { createUnderWay, type UnderWay } from "./http/edge/under-way.ts";
import { openEngines } from "./engines/open-engines.ts";
import { publicAddress } from "./http/edge/public-address.ts";
import { spansDropped } from "./kernel/observe/process-metrics.ts";
import { createTracer, type Tracer } from "./kernel/observe/spans.ts";
import { processId, version } from "./kernel/process-id.ts";
import { createScheduler, type Scheduler } from "./kernel/duties.ts";
import { createSecretBox } from "./kernel/secret-box.ts";
import { rotationDuties } from "./kernel/secret-key.ts";
import { sealedByEngines } from "./engines/database/encryption.ts";
import { loadModules, type Installed } from "./kernel/load-modules.ts";
import { buildModules, type Built } from "./kernel/module.ts";
import { miniApp } from "./account/mini-app.module.ts";
import { people } from "./account/people.module.ts";
import { boost } from "./boost/boost.module.ts";
import { names } from "./hosting/names.module.ts";
import type { Domains } from "./hosting/domains/service.ts";
import { modules } from "./modules.ts";
import { cloud } from "./operator/cloud.module.ts";

export interface Cloud {
  /** Public URL without a trailing slash. */
  readonly url: string;
  /** 0 for a process that serves no HTTP. */
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
/** What Freehold itself declares. */
const builtIn = { modules, resources, pages, calls };

/** Starts a server. On failure, closes everything opened so far; an occupied port gives a readable error. */
export const startCloud = async (config: Config, log: Logger, options: CloudOptions = {}): Promise<Cloud> => {
  const closers = createClosers((name, error) => log.warn({ err: error }, `${name} did not shut down cleanly`));
  try {
    const installed = await loadModules(config.FREEHOLD_MODULES, builtIn);
    const tracer = await openTraces(config, log, closers);
    const engines = await openEngines(config, log, closers, { tracer, ofModules: installed.migrations });
    let address = publicAddress(config, config.PORT);
    const siteUrl = (label: string): string => address.siteUrl(label);
    const dashboardUrl = (): string => address.url;
    const scheduler = createScheduler({ ...engines, roles: config.ROLE, log });
    const { wake } = scheduler;
    const limits = await openLimits(config, engines, log, closers);
    const ground = { engines, config, limits, log, docsDir, templatesDir, siteUrl, dashboardUrl, wake };
    const built = inBackground(() => buildModules([...modules, ...installed.modules], ground));
    await built.start(closers);

    const underWay = createUnderWay();
    const deps: Deps = {
      config,
      log,
      options,
      closers,
      engines,
      installed,
      built,
      limits,
      scheduler,
      underWay,
      tracer,
    };
    const isServing = config.ROLE.includes("web") || config.ROLE.includes("gateway");
    const served = isServing ? await serve(deps) : undefined;
    if (!served && config.METRICS_PORT !== undefined) await serveFigures(deps, config.METRICS_PORT);
    const port = served?.port ?? 0;
    if (port > 0) address = publicAddress(config, port);
    if (config.ROLE.includes("worker")) await inBackground(built.work);
    closers.add("Background tasks", scheduler.close);
    const box = createSecretBox(config);
    const sealed = [...sealedByEngines, ...built.sealed];
    const rotation = rotationDuties(config, engines.database.db, box, sealed, log);
    await scheduler.start([...built.duties, ...rotation]);
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

const pairsOf = (pairs: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), decodeURIComponent(pair.slice(pair.indexOf("=") + 1))]),
  );

/** Starts the export of traces; undefined while they are off, without loading its code. */
const openTraces = async (config: Config, log: Logger, closers: Closers): Promise<Tracer | undefined> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return undefined;
  const headers = pairsOf(config.OTEL_EXPORTER_OTLP_HEADERS);
  const attributes = pairsOf(config.OTEL_RESOURCE_ATTRIBUTES);
  const { createExporter } = await import("./kernel/observe/otlp.ts");
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const exporter = createExporter({
    post: async (body, signal) => {
      const sent = { method: "POST", headers: { "content-type": "application/json", ...headers }, body, signal };
      return (await fetchConfigured(url, sent)).status;
    },
    resource: {
      "service.version": version,
      "service.instance.id": processId(config),
      "freehold.roles": config.ROLE.join(","),
      "process.pid": process.pid,
      "host.name": hostname(),
      ...attributes,
      "service.name": config.OTEL_SERVICE_NAME ?? attributes["service.name"] ?? "freehold",
    },
    scopeVersion: version,
    onFailure: (error, spans) => {
      spansDropped.inc(spans);
      log.warn({ err: error, spans }, "Exporting traces failed");
    },
  });
  closers.add("Traces", exporter.close);
  return createTracer({
    sampler: config.OTEL_TRACES_SAMPLER,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    take: exporter.take,
  });
};

/** Local chains run separate nodes. */
const chainsReady = ({ evm }: Engines): Record<string, () => Promise<void>> => (evm.ready ? { chains: evm.ready } : {});

interface Deps {
  readonly config: Config;
  readonly log: Logger;
  readonly options: CloudOptions;
  readonly closers: Closers;
  readonly engines: Engines;
  readonly installed: Installed;
  readonly built: Built;
  readonly limits: Limits;
  readonly scheduler: Scheduler;
  readonly underWay: UnderWay;
  readonly tracer: Tracer | undefined;
}

const serve = async ({
  config,
  log,
  options,
  closers,
  engines,
  installed,
  built: { apiOf, routes, http, fronts, mounted, ready, serve: beforeServing, listening },
  scheduler,
  limits: rates,
  underWay,
  tracer,
}: Deps): Promise<Pick<AppCloser, "drain"> & { readonly port: number }> => {
  const { isDevelopment, onFault } = options;
  const { database, blocks, sandbox, realtime } = engines;
  const { auth, tokens, programKeys, teams } = apiOf(people);
  const { miniPayments, toncoin } = apiOf(miniApp);
  const { certificates } = apiOf(names).domains;
  const registry = {
    resources: [...resources, ...installed.resources],
    pages,
    calls: [...calls, ...installed.calls],
  };
  const development = isDevelopment ? await createDevelopment() : undefined;
  const limits = limitConnections(trustedProxies(config.TRUSTED_PROXIES), {
    connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
    socketsPerAddress: config.SOCKETS_PER_ADDRESS,
  });
  const app = await buildApp({
    config,
    underWay,
    tracer,
    limits,
    rates,
    jobs: engines.jobs,
    log,
    database,
    duties: scheduler,
    blobs: { verifiedBytes: apiOf(cloud).verifiedBytes, soundness: blocks.soundness },
    backup: apiOf(cloud).backup,
    registry,
    installed: installed.portable,
    routes,
    http,
    identify: createIdentify({
      auth,
      tokens,
      programKeys,
      nodeTokens: apiOf(boost).tokens,
      teams,
      database,
      registry,
    }),
    readiness: { database: database.ping, duties: scheduler.ping, ...chainsReady(engines), ...ready },
    fronts,
    ...(certificates.isOn && { challenges: certificates }),
    realtime,
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
    toncoin,
    stars: miniPayments.offers("STAR"),
    ...(development && { development: development.handle }),
    ...(onFault && { onFault }),
  });
  await inBackground(beforeServing);
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
  log.debug({ addresses: mounted() }, "Addresses besides the declared calls");
  await serveHttps(app, certificates, { config, log, closers, options, limits, underWay });
  const { port } = app.server.address() as AddressInfo;
  if (config.ROLE.includes("web")) await listening(port);
  return { port, drain: closer.drain };
};

/** Serves the metrics and health of a process that serves no other HTTP. */
const serveFigures = async (
  { config, log, options, closers, engines, built, scheduler, underWay }: Deps,
  port: number,
): Promise<void> => {
  const app = await buildFigures({
    config,
    log,
    underWay,
    database: engines.database,
    jobs: engines.jobs,
    duties: scheduler,
    blobs: { verifiedBytes: built.apiOf(cloud).verifiedBytes, soundness: engines.blocks.soundness },
    backup: built.apiOf(cloud).backup,
    readiness: { database: engines.database.ping, duties: scheduler.ping, ...chainsReady(engines), ...built.ready },
    ...(options.onFault && { onFault: options.onFault }),
  });
  closers.add("Metrics", async () => app.close());
  await listen(app, { ...config, PORT: port }, "METRICS_PORT");
};

interface HttpsDeps extends Pick<Deps, "config" | "log" | "closers" | "options"> {
  readonly limits: ConnectionLimits;
  readonly underWay: UnderWay;
}

/** Serves HTTPS in addition to plain HTTP, which certificate authorities and redirects from http:// need. */
const serveHttps = async (
  app: FastifyInstance,
  { contextFor }: Domains["certificates"],
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

const listen = async (
  app: FastifyInstance,
  { PORT, HOST }: Pick<Config, "PORT" | "HOST">,
  setting = "PORT",
): Promise<void> => {
  try {
    await app.listen({ port: PORT, host: HOST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${PORT} is already in use. Set ${setting} to a free port.`, { cause: error });
  }
};
