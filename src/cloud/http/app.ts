/** Builds the HTTP side: the declared calls, the dashboard, and what modules register. */
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import fastifyStatic from "@fastify/static";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { broadcastEvent } from "../../../resources/account/notices.ts";
import { everyCall } from "../../../resources/declare/endpoints.ts";
import { changedEvent, type CallSpec, type Page, type Resource } from "../../../resources/declare/define.ts";
import type { PortableResource } from "../../../resources/declare/portable.ts";
import { tonWallets } from "../../../resources/chains/ton-wallets.ts";
import { bodyBytesMax } from "../../../resources/limits.ts";
import { runsOnItsOwn, type Config } from "../config.ts";
import type { Scheduler } from "../kernel/duties.ts";
import type { Database } from "../engines/database/database.ts";
import { trustedProxies } from "../engines/network/client.ts";
import type { Evm } from "../engines/evm/evm.ts";
import type { Platforms } from "../engines/platforms/platforms.ts";
import type { Realtime, SocketAuth } from "../engines/realtime/realtime.ts";
import type { Solana } from "../engines/solana/solana.ts";
import type { ZkSyncLite } from "../engines/zksync-lite/zksync-lite.ts";
import { AppError } from "../kernel/app-error.ts";
import type { Auth } from "../account/auth/service.ts";
import type { Built, Front } from "../kernel/module.ts";
import type { Route } from "../kernel/calls/route.ts";
import { registerApi } from "../kernel/calls/api.ts";
import { serveDashboard } from "./pages/dashboard.ts";
import { asAppError, boostRefusal, refusal } from "../kernel/calls/envelope.ts";
import type { ConnectionLimits } from "./edge/limits/connection-limits.ts";
import type { Jobs } from "../engines/jobs/jobs.ts";
import { securityHeaders } from "./security/security-headers.ts";
import type { SlowBodiesOptions } from "./edge/limits/slow-bodies.ts";
import type { UnderWay } from "./edge/under-way.ts";
import type { Identify } from "../kernel/calls/identify.ts";
import { limitJsonDepth } from "../kernel/calls/json-body.ts";
import type { Limits } from "../kernel/limits/limits.ts";
import { countBy } from "../kernel/limits/rate-limit.ts";
import { createMetrics, recordCode, registerMetrics, type BlobFigures, type ReadBackup } from "./observe/metrics.ts";
import { idOfRequest, nameWork } from "./observe/request-work.ts";
import type { Tracer } from "../kernel/observe/spans.ts";
import { openApi } from "../kernel/calls/open-api.ts";
import { openRefusal } from "../kernel/calls/open-calls.ts";
import { runtimeConfigOf } from "./pages/runtime-config.ts";
import { claimUpgrades, createHandlerServer, type ChallengeAnswers } from "./edge/server.ts";
import type { Toncoin } from "./protocols/ton-connect.ts";

export interface Registry {
  readonly resources: readonly Resource[];
  readonly pages: readonly Page[];
  readonly calls: readonly CallSpec[];
}

export interface AppDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Pick<Database, "db" | "pools">;
  readonly blobs?: BlobFigures;
  readonly backup?: ReadBackup;
  readonly duties?: Pick<Scheduler, "states">;
  readonly registry: Registry;
  /** Resources of installed modules, whose screens the dashboard draws although it was built without them. */
  readonly installed?: readonly PortableResource[];
  /** Handlers of all services: exactly the calls of the registry. */
  readonly routes: readonly Route[];
  /** Registers the modules' handlers of other protocols. */
  readonly http?: Built["http"];
  readonly identify: Identify;
  readonly readiness: Readiness;
  readonly realtime?: Pick<Realtime, "attach" | "detach" | "toTeam">;
  readonly fronts?: readonly Front[];
  /** Challenge answers, if this server orders certificates. */
  readonly challenges?: ChallengeAnswers;
  /** The built dashboard; may be missing or empty. */
  readonly dashboardDir: string;
  readonly docsDir: string;
  readonly templatesDir: string;
  readonly buildsUnavailable?: string | undefined;
  readonly platforms?: Platforms;
  readonly solana?: Solana;
  readonly zkSyncLite?: ZkSyncLite;
  readonly evm?: Evm;
  /** The chain of toncoin payments; undefined if not accepted. */
  readonly toncoin?: Toncoin | undefined;
  /** Whether Stars are accepted. */
  readonly stars?: boolean;
  readonly underWay: UnderWay;
  /** Absent while traces are off. */
  readonly tracer?: Tracer | undefined;
  readonly limits: ConnectionLimits;
  /** Counts of rate limits. Default: those of this process. */
  readonly rates?: Limits;
  readonly slowBodies?: SlowBodiesOptions;
  /** Jobs of each queue by state; absent without queues. */
  readonly jobs?: Pick<Jobs, "counts">;
  /** Returns why a session ended, for callers with its token. */
  readonly reasonOfEnd?: Auth["reasonOfEnd"];
  readonly fresh?: Auth["fresh"];
  /** Handles requests without a route: Vite's middleware in development. */
  readonly development?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Called with each internal error, in addition to the log: tests fail on one. */
  readonly onFault?: (error: unknown) => void;
}

/**
 * Builds the HTTP side on one server: the declared API, the dashboard and endpoints for machines; with ROLE=gateway only user content,
 * health and metrics.
 */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { config, log, registry } = deps;
  const declared = everyCall(registry);
  const fault = faultOf(deps);
  const proxies = trustedProxies(config.TRUSTED_PROXIES);
  const isWeb = config.ROLE.includes("web");
  const metrics = createMetrics(deps);
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: (request) => idOfRequest(request as IncomingMessage) ?? "",
    logController: quiet,
    trustProxy: proxies.trusts,
    bodyLimit: bodyBytesMax,
    routerOptions: { maxParamLength: 500 },
    serverFactory: (listener) =>
      createHandlerServer(listener, {
        ...(isWeb ? deps : contentOf(deps)),
        proxies,
        onAnswered: metrics.answered,
        onFault: fault,
      }),
  });

  if (deps.rates) countBy(app, deps.rates);
  limitJsonDepth(app);
  registerRequestLog(app, log);
  app.addHook("onRequest", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    deps.underWay.name(request.raw, route);
    nameWork(request.raw, route);
    void reply.headers(securityHeaders);
  });
  app.addHook("onSend", async (_request, reply) => {
    // Browsers reject a page with both a sandbox and an opener policy.
    if (String(reply.getHeader("content-security-policy") ?? "").includes("sandbox"))
      void reply.header("cross-origin-opener-policy", "unsafe-none");
  });
  metrics.observe(app);
  registerMetrics(app, metrics, config);
  registerHealth(app, deps.readiness, deps.underWay);
  answerErrors(app, fault);
  if (!isWeb) return answerNothingElse(app);
  const announceChange = (teamId: string, resource: string): void =>
    deps.realtime?.toTeam(teamId, changedEvent(resource), {});
  registerApi(app, declared, deps.routes, { ...deps, announceChange });
  deps.http?.({ app, underWay: deps.underWay, onFault: fault });

  let description: ReturnType<typeof openApi> | undefined;
  const describe = () => (description ??= openApi(declared, registry.resources));
  const runtimeConfig = runtimeConfigOf(config, deps);
  app.get("/openapi.json", async (_request, reply) => reply.header("cache-control", "no-cache").send(describe()));
  app.get("/config.json", async (_request, reply) => reply.header("cache-control", "no-cache").send(runtimeConfig));
  await serveDocuments(app, deps.docsDir);
  await serveTemplateImages(app, deps.templatesDir);
  await answerPages(app, deps);
  attachSockets(app, deps);
  return app;
};

/** Builds an application with only metrics and health. */
export const buildFigures = async (
  deps: Pick<
    AppDeps,
    "config" | "log" | "database" | "jobs" | "duties" | "blobs" | "backup" | "readiness" | "underWay" | "onFault"
  >,
): Promise<FastifyInstance> => {
  const { log, config } = deps;
  const app = fastify({ loggerInstance: log as FastifyBaseLogger, logController: quiet });
  registerMetrics(app, createMetrics(deps), config);
  registerHealth(app, deps.readiness, deps.underWay);
  answerErrors(app, faultOf(deps));
  return answerNothingElse(app);
};

const quiet = new LogController({ disableRequestLogging: true });

const faultOf =
  ({ log, onFault }: Pick<AppDeps, "log" | "onFault">) =>
  (error: unknown): void => {
    log.error({ err: error }, "Request failed with an internal error");
    onFault?.(error);
  };

const contentOf = ({ fronts = [], challenges, limits, underWay, slowBodies, tracer }: AppDeps) => ({
  tracer,
  fronts: fronts.filter(({ isForGateways }) => isForGateways),
  ...(challenges && { challenges }),
  ...(slowBodies && { slowBodies }),
  limits,
  underWay,
});

const answerNothingElse = (app: FastifyInstance): FastifyInstance =>
  app.setNotFoundHandler((_request, reply) => {
    const refused = new AppError("NOT_FOUND");
    return reply.code(refused.status).send(refusal(refused));
  });

/** Attaches sockets, which share the server and must detach before it can close. */
const attachSockets = (
  app: FastifyInstance,
  { realtime, identify, registry, underWay, development }: AppDeps,
): void => {
  // Vite opens its own WebSocket at any path.
  claimUpgrades(app.server, (url) => development !== undefined || url.startsWith("/socket.io/"));
  realtime?.attach(app.server, socketAuth(identify, registry.resources), broadcastEvent);
  underWay.onDrain(() => realtime?.detach());
  app.addHook("preClose", async () => realtime?.detach());
};

const answerErrors = (app: FastifyInstance, fault: (error: unknown) => void): void => {
  app.setErrorHandler((error, request, reply) => {
    // A client that disconnects during its body receives no response, and this is not an internal error.
    const appError = asAppError(error) ?? (request.raw.readableAborted ? new AppError("BODY_INVALID") : undefined);
    if (!appError) fault(error);
    const refused = appError ?? new AppError("INTERNAL");
    if (refused.retryAfterSeconds !== undefined) void reply.header("retry-after", refused.retryAfterSeconds);
    recordCode(request, refused.code);
    const { open, boost } = request.routeOptions.config;
    const inBoost = boost ? boostRefusal : refusal;
    const answer = open ? openRefusal(refused) : inBoost(refused, request.id);
    return reply.code(refused.status).type("application/json; charset=utf-8").send(answer);
  });
};

/** Answers requests without a route: a page of the dashboard for navigations, else 404. */
const answerPages = async (app: FastifyInstance, deps: AppDeps): Promise<void> => {
  const { development, config, evm } = deps;
  // Local chains have relative URLs.
  const nodeUrls = (evm?.chains ?? []).map(({ rpcUrl }) => rpcUrl).filter((url) => URL.canParse(url));
  const bridges = deps.toncoin === "public" ? tonWallets.map(({ bridgeUrl }) => bridgeUrl) : [];
  const nodes = { contentDomain: config.CONTENT_DOMAIN, nodeUrls: [...nodeUrls, ...bridges] };
  const elsewhere = { ...nodes, hasEmulator: runsOnItsOwn(config), publicUrl: config.PUBLIC_URL };
  const page = development ? undefined : await serveDashboard(app, deps.dashboardDir, elsewhere);
  app.setNotFoundHandler((request, reply) => {
    const refused = new AppError("NOT_FOUND");
    // In development, the dashboard's own modules are also below /api/ (src/dashboard/api).
    const isModule = development !== undefined && /\.tsx?(\?|$)/.test(request.url);
    if (request.url.startsWith("/api/") && !isModule) return reply.code(refused.status).send(refusal(refused));
    if (development) {
      reply.hijack();
      return development(request.raw, reply.raw);
    }
    const navigates = request.method === "GET" && request.headers.accept?.includes("text/html");
    return navigates && page ? page(request, reply) : reply.code(refused.status).send(refusal(refused));
  });
};

/** Checks by what they are about (the database, the duties, a module); a check that throws is not ready. */
type Readiness = Readonly<Record<string, () => Promise<void>>>;

const patienceMs = 3000;

/**
 * Registers /healthz, which always responds, and /readyz, which returns 503 with what is not ready, or
 * while the server shuts down.
 */
const registerHealth = (app: FastifyInstance, readiness: Readiness, underWay: Pick<UnderWay, "isDraining">): void => {
  app.get("/healthz", async (_request, reply) => reply.type("text/plain").send("ok"));
  app.get("/readyz", async (_request, reply) => {
    if (underWay.isDraining) return reply.code(503).send({ ready: false, parts: {} });
    const states = await Promise.all(
      Object.entries(readiness).map(async ([name, check]) => [name, await state(check)]),
    );
    const parts = Object.fromEntries(states) as Record<string, string>;
    const ready = Object.values(parts).every((value) => value === "ready");
    return reply.code(ready ? 200 : 503).send({ ready, parts });
  });
};

/** Hides the reason, which is in the log, because this page is public. */
const state = async (check: () => Promise<void>): Promise<"ready" | "not ready"> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The check timed out.")), patienceMs);
  });
  try {
    await Promise.race([check(), timeout]);
    return "ready";
  } catch {
    return "not ready";
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Logs one line per response, with the route's pattern instead of the URL: paths and queries contain one-time and
 * socket tokens. Reads are logged at debug level.
 */
const registerRequestLog = (app: FastifyInstance, log: Logger): void => {
  app.addHook("onResponse", async (request, reply) => {
    const line = {
      // The response can end outside of the request's work.
      requestId: idOfRequest(request.raw),
      route: `${request.method} ${request.routeOptions.url ?? "none"}`,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500) log.error(line, "Request failed");
    else if (request.method === "GET" || request.method === "HEAD") log.debug(line, "Answered");
    else log.info(line, "Answered");
  });
};

/** Serves docs/*.md and their images unchanged, at /docs-source/. */
const serveDocuments = (app: FastifyInstance, folder: string): Promise<void> =>
  serveFolder(app, folder, "/docs-source/", /\.(md|png|svg|webp)$/);

/** Serves the images of the templates at /templates/<id>/picture.svg, and no other files. */
const serveTemplateImages = (app: FastifyInstance, folder: string): Promise<void> =>
  serveFolder(app, folder, "/templates/", /^\/[a-z0-9-]+\/picture\.svg$/);

const serveFolder = async (app: FastifyInstance, root: string, prefix: string, served: RegExp): Promise<void> => {
  if (!existsSync(root)) return;
  await app.register(fastifyStatic, {
    root,
    prefix,
    decorateReply: false,
    index: false,
    cacheControl: false,
    allowedPath: (path) => served.test(path),
    setHeaders: (reply) => {
      void reply.header("cache-control", "no-cache").header("x-content-type-options", "nosniff");
      // An SVG image may contain scripts, which must not run.
      void reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    },
  });
};

/**
 * Returns the owner of a socket's token and its team events: those that update lists its owner has access to. Only
 * sessions are admitted: other tokens and keys have less access than a team's events.
 */
const socketAuth = (identify: Identify, resources: readonly Resource[]): SocketAuth => {
  const live = resources.flatMap(({ name, list }) => (list ? [{ name, event: list.live ?? changedEvent(name) }] : []));
  return async (token) => {
    const signed = await identify(token);
    if (signed?.by !== "session" || signed.caller.nodeId !== undefined) return undefined;
    const { userId, teamId, ability } = signed.caller;
    const events = live.filter(({ name }) => ability.can("list", name)).map(({ event }) => event);
    return { userId, teamId, receives: [...new Set(events)] };
  };
};
