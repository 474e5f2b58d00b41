/** Builds the HTTP side. Long because it lists every route with its dependencies. */
import type { IncomingMessage, ServerResponse } from "node:http";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { everyCall } from "../../../resources/endpoints.ts";
import { changedEvent, type CallSpec, type Page, type Resource } from "../../../resources/define.ts";
import { tonWallets } from "../../../resources/billing/ton-wallets.ts";
import { bodyBytesMax } from "../../../resources/limits.ts";
import { runsOnItsOwn, type Config } from "../config.ts";
import type { Scheduler } from "../kernel/duties.ts";
import type { Database } from "../engines/database/database.ts";
import { trustedProxies } from "../engines/network/client.ts";
import type { Evm } from "../engines/evm/evm.ts";
import type { Rollups } from "../engines/rollups/rollups.ts";
import type { Platforms } from "../engines/platforms/platforms.ts";
import type { Prices } from "../engines/prices/prices.ts";
import type { Realtime } from "../engines/realtime/realtime.ts";
import type { Solana } from "../engines/solana/solana.ts";
import type { Ton } from "../engines/ton/ton.ts";
import type { ZkSyncLite } from "../engines/zksync-lite/zksync-lite.ts";
import { AppError } from "../app-error.ts";
import type { AiRpc } from "../services/ai-rpc/service.ts";
import type { Auth } from "../services/auth/service.ts";
import type { Bot } from "../services/bot/service.ts";
import type { Ipns } from "../services/ipns/service.ts";
import type { Pinning } from "../services/pinning/service.ts";
import type { ProgramKeys } from "../services/program-keys/service.ts";
import type { Route } from "../services/route.ts";
import { registerAiApi } from "./ai-api.ts";
import { registerApi } from "./api.ts";
import type { ArweaveHandler } from "./arweave-handler.ts";
import { registerBotWebhook } from "./bot-webhook.ts";
import { serveAvatars } from "./avatars.ts";
import { registerChainRpc } from "./chain-rpc.ts";
import { serveDashboard } from "./dashboard.ts";
import { asAppError, boostRefusal, refusal } from "./envelope.ts";
import type { ConnectionLimits } from "./connection-limits.ts";
import type { Jobs } from "../engines/jobs/jobs.ts";
import { securityHeaders } from "./security-headers.ts";
import type { SlowBodiesOptions } from "./slow-bodies.ts";
import type { UnderWay } from "./under-way.ts";
import { registerHealth, type Readiness } from "./health.ts";
import type { Identify } from "./identify.ts";
import { limitJsonDepth } from "./json-body.ts";
import { registerPriceFeed } from "./price-feed.ts";
import { registerMetrics, type BlobFigures } from "./metrics.ts";
import { registerIpnsRecords } from "./ipns-records.ts";
import { openApi } from "./open-api.ts";
import { openRefusal } from "./open-calls.ts";
import { registerRequestLog } from "./request-log.ts";
import { runtimeConfigOf } from "./runtime-config.ts";
import {
  claimUpgrades,
  createHandlerServer,
  type ChallengeAnswers,
  type ContentGateway,
  type PathHandler,
  type S3Front,
} from "./server.ts";
import { socketAuth } from "./sockets.ts";
import { registerSolanaRpc } from "./solana-rpc.ts";
import { registerTonConnect, type Toncoin } from "./ton-connect.ts";
import { registerTonRpc } from "./ton-rpc.ts";
import { registerPinningApi } from "./pinning-api.ts";
import type { Rpc } from "../services/rpc/service.ts";
import { registerRollupRpc } from "./rollup-rpc.ts";
import { registerRollupSockets } from "./rollup-sockets.ts";
import { registerRpcGateway } from "./rpc-gateway.ts";
import { registerRpcSockets } from "./rpc-sockets.ts";
import { serveDocuments, serveTemplateImages } from "./static-folders.ts";
import { registerZkSyncLite } from "./zksync-lite.ts";

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
  readonly duties?: Pick<Scheduler, "states">;
  readonly registry: Registry;
  /** Handlers of all services: exactly the calls of the registry. */
  readonly routes: readonly Route[];
  readonly identify: Identify;
  readonly readiness: Readiness;
  readonly realtime?: Pick<Realtime, "attach" | "detach" | "toTeam">;
  readonly gateway?: ContentGateway;
  readonly gitHttp?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** S3 endpoint. */
  readonly s3?: S3Front;
  readonly downloads?: PathHandler;
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
  readonly prices?: Prices;
  readonly ton?: Pick<Ton, "handle">;
  /** The chain of toncoin payments; undefined if not accepted. */
  readonly toncoin?: Toncoin | undefined;
  /** Whether Stars are accepted. */
  readonly stars?: boolean;
  readonly bot?: Pick<Bot, "isGenuine" | "take">;
  /** The embedded weave. */
  readonly arweave?: ArweaveHandler;
  readonly underWay: UnderWay;
  readonly limits: ConnectionLimits;
  readonly slowBodies?: SlowBodiesOptions;
  /** Jobs of each queue by state; absent without queues. */
  readonly jobs?: Pick<Jobs, "counts">;
  readonly aiRpc?: Pick<AiRpc, "models" | "ask">;
  readonly rpc?: Rpc;
  readonly rollups?: Pick<Rollups, "handle" | "openSession">;
  readonly pinning?: Pinning;
  readonly programKeys?: Pick<ProgramKeys, "verify">;
  readonly ipns?: Pick<Ipns, "record" | "accept">;
  /** Returns why a session ended, for callers with its token. */
  readonly reasonOfEnd?: Auth["reasonOfEnd"];
  readonly fresh?: Auth["fresh"];
  /** Reads users' avatars. */
  readonly avatar?: Auth["avatar"];
  /** Handles requests without a route: Vite's middleware in development. */
  readonly development?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Called with each internal error, in addition to the log: tests fail on one. */
  readonly onFault?: (error: unknown) => void;
}

/** Builds the HTTP side on one server: the declared API, the dashboard and endpoints for machines. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { config, log, database, registry } = deps;
  const declared = everyCall(registry);
  const fault = (error: unknown): void => {
    log.error({ err: error }, "Request failed with an internal error");
    deps.onFault?.(error);
  };
  const proxies = trustedProxies(config.TRUSTED_PROXIES);
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxies.trusts,
    bodyLimit: bodyBytesMax,
    routerOptions: { maxParamLength: 500 },
    serverFactory: (listener) => createHandlerServer(listener, { ...deps, proxies, onFault: fault }),
  });

  limitJsonDepth(app);
  registerRequestLog(app, log);
  app.addHook("onRequest", async (request, reply) => {
    deps.underWay.name(request.raw, request.routeOptions.url ?? "none");
    void reply.headers(securityHeaders);
  });
  app.addHook("onSend", async (_request, reply) => {
    // Browsers reject a page with both a sandbox and an opener policy.
    if (String(reply.getHeader("content-security-policy") ?? "").includes("sandbox"))
      void reply.header("cross-origin-opener-policy", "unsafe-none");
  });
  registerMetrics(app, deps);
  registerHealth(app, deps.readiness, deps.underWay);
  answerErrors(app, fault);
  const announceChange = (teamId: string, resource: string): void =>
    deps.realtime?.toTeam(teamId, changedEvent(resource), {});
  registerApi(app, declared, deps.routes, { ...deps, announceChange });
  if (deps.solana) registerSolanaRpc(app, deps.solana);
  if (deps.zkSyncLite) registerZkSyncLite(app, deps.zkSyncLite);
  if (deps.evm) registerChainRpc(app, deps.evm);
  if (deps.rpc) registerRpcGateway(app, deps.rpc);
  if (deps.rollups) registerRollupRpc(app, deps.rollups);
  if (deps.ton) registerTonRpc(app, deps.ton);
  if (deps.toncoin) registerTonConnect(app, deps.toncoin, config.PUBLIC_URL);
  if (deps.bot) registerBotWebhook(app, deps.bot);
  if (deps.prices) registerPriceFeed(app, deps.prices);
  const { pinning, programKeys } = deps;
  if (pinning && programKeys) {
    const publicUrl = config.PUBLIC_URL;
    registerPinningApi(app, { pinning, programKeys, database, publicUrl, onFault: fault });
  }
  if (deps.aiRpc) registerAiApi(app, { aiRpc: deps.aiRpc, onFault: fault });
  if (deps.ipns) registerIpnsRecords(app, deps.ipns);
  if (deps.avatar) serveAvatars(app, deps.avatar);

  const description = openApi(declared, registry.resources);
  const runtimeConfig = runtimeConfigOf(config, deps);
  app.get("/openapi.json", async (_request, reply) => reply.header("cache-control", "no-cache").send(description));
  app.get("/config.json", async (_request, reply) => reply.header("cache-control", "no-cache").send(runtimeConfig));
  await serveDocuments(app, deps.docsDir);
  await serveTemplateImages(app, deps.templatesDir);
  await answerPages(app, deps);
  attachSockets(app, deps);
  if (deps.rpc) registerRpcSockets(app, deps.rpc, deps.underWay);
  if (deps.rollups) registerRollupSockets(app, deps.rollups, deps.underWay);
  return app;
};

/** Attaches sockets, which share the server and must detach before it can close. */
const attachSockets = (
  app: FastifyInstance,
  { realtime, identify, registry, underWay, development }: AppDeps,
): void => {
  // Vite opens its own WebSocket at any path.
  claimUpgrades(app.server, (url) => development !== undefined || url.startsWith("/socket.io/"));
  realtime?.attach(app.server, socketAuth(identify, registry.resources));
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
    const { open, boost } = request.routeOptions.config;
    const inBoost = boost ? boostRefusal : refusal;
    const answer = (open ? openRefusal : inBoost)(refused);
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
