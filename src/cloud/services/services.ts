/** Creates every service with its dependencies. Long, because it lists them all. */
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Db } from "../engines/database/database.ts";
import type { Engines } from "../engines/engines.ts";
import type { Wake } from "../kernel/duties.ts";
import { createAllowance } from "../ledger/allowance.ts";
import { createUsage } from "../ledger/usage.ts";
import { createAiRpc } from "./ai-rpc/service.ts";
import { createAssistant } from "./assistant/service.ts";
import { arweaveRoutes } from "./arweave/routes.ts";
import { createArweave } from "./arweave/service.ts";
import { authorityOf } from "./authority-of.ts";
import { bindRoutes } from "./account/bind-routes.ts";
import { mergeRoutes } from "./account/merge-routes.ts";
import { accountEndRoutes } from "./account/routes.ts";
import { createAccounts } from "./account/service.ts";
import { accountRoutes } from "./auth/account-routes.ts";
import { alertRoutes } from "./alerts/routes.ts";
import { createAlerts } from "./alerts/service.ts";
import { authRoutes } from "./auth/routes.ts";
import { createAuth } from "./auth/service.ts";
import { bucketDomainRoutes } from "./bucket-domains/routes.ts";
import { createBucketAddresses } from "./bucket-domains/service.ts";
import { bucketRoutes } from "./buckets/routes.ts";
import { createDownloads } from "./buckets/downloads.ts";
import { createRemovals } from "./buckets/removals.ts";
import { createBoost, partnerHostOf } from "./boost/service.ts";
import { createBot } from "./bot/service.ts";
import { createBuckets } from "./buckets/service.ts";
import { createCallers } from "./callers.ts";
import { cloudRoutes, dutyRoutes } from "./cloud/routes.ts";
import { codeHostRoutes } from "./code-host/routes.ts";
import { createCodeHosts } from "./code-host/service.ts";
import { documentRoutes } from "./documents/routes.ts";
import { domainRoutes } from "./domains/routes.ts";
import { createDomains } from "./domains/service.ts";
import { emailRoutes } from "./email/routes.ts";
import { dunningRoutes } from "./dunning/routes.ts";
import { createEmails } from "./email/service.ts";
import { faucetRoutes } from "./faucet/routes.ts";
import { tonFaucetRoutes } from "./faucet/ton-routes.ts";
import { feedbackRoutes } from "./feedback/routes.ts";
import { createDial } from "../engines/network/dial.ts";
import { createFetch } from "../engines/network/fetch.ts";
import { createDenylistFiles, createGateway, teamOfToken } from "./gateway/service.ts";
import { gatewayRoutes } from "./gateways/routes.ts";
import { createGateways } from "./gateways/service.ts";
import { createContentOwners } from "./content-owners/service.ts";
import { hostingRoutes } from "./hosting/routes.ts";
import { createHosting } from "./hosting/service.ts";
import { cappedSites } from "./has-traffic.ts";
import { createHostnames } from "./hostnames/service.ts";
import { ipnsRoutes } from "./ipns/routes.ts";
import { createIpns, parseName } from "./ipns/service.ts";
import { mailRoutes } from "./mail/routes.ts";
import { createMail } from "./mail/service.ts";
import { emulatorRoutes } from "./messaging/emulator-routes.ts";
import { messagingRoutes } from "./messaging/routes.ts";
import { mergeVouchers } from "./vouchers/merge-vouchers.ts";
import { createMessaging } from "./messaging/service.ts";
import { miniPaymentRoutes } from "./mini-payments/routes.ts";
import { createMiniPayments } from "./mini-payments/service.ts";
import { createMoney } from "./money.ts";
import { nameDomainRoutes } from "./name-domains/routes.ts";
import { createNameDomains } from "./name-domains/service.ts";
import { noticeRoutes } from "./notices/routes.ts";
import { createNotices } from "./notices/service.ts";
import { operationLogRoutes } from "./operation-log/routes.ts";
import { openApiRoutes } from "./open-api/routes.ts";
import { pinningRoutes } from "./pinning/routes.ts";
import { createPinning } from "./pinning/service.ts";
import { createProgramKeys } from "./program-keys/service.ts";
import { createRaas } from "./raas/service.ts";
import { repositoryRoutes } from "./repositories/routes.ts";
import { createRepositories } from "./repositories/service.ts";
import { createRewards } from "./rewards/service.ts";
import type { Route } from "./route.ts";
import { createRpc } from "./rpc/service.ts";
import { createSecretBox } from "./secret-box.ts";
import { createAccessKeys } from "./s3/keys/access-keys.ts";
import { createS3 } from "./s3/service.ts";
import { solanaRoutes } from "./solana/routes.ts";
import { snapshotRoutes } from "./snapshots/routes.ts";
import { createSnapshots } from "./snapshots/service.ts";
import { createSolanaLinks } from "./solana/service.ts";
import type { Unlocks } from "./unlocks/service.ts";
import { teamRoutes } from "./teams/routes.ts";
import { createTeams } from "./teams/service.ts";
import { templateRoutes } from "./templates/routes.ts";
import { createTemplates } from "./templates/service.ts";
import { tokenRoutes } from "./tokens/routes.ts";
import { createGatewayTokens, createTokens } from "./tokens/service.ts";
import { createUpkeep } from "./upkeep/service.ts";
import { uploadRoutes } from "./uploads/routes.ts";
import { createUploads } from "./uploads/service.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import { createWebhooks } from "./webhooks/service.ts";

export interface ServicesOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly docsDir: string;
  readonly templatesDir: string;
  /** Public address of a host label, without a path. */
  siteUrl(label: string): string;
  /** URL of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
  readonly wake: Wake;
}

export type Services = ReturnType<typeof createServices>;

/** Creates the services. `routes` handles all calls of the registry. */
export const createServices = (engines: Engines, options: ServicesOptions) => {
  const { config, log, docsDir, templatesDir, siteUrl, dashboardUrl, wake } = options;
  const { database, blocks } = engines;
  const usage = createUsage(database);
  const allowance = createAllowance(usage);
  const callers = createCallers(engines.realtime);
  const tokens = createTokens(database, callers);
  const notices = createNotices(engines);
  const mail = createMail(engines, log);
  const { realtime } = engines;
  const unlocks: Pick<Unlocks, "needsActivation"> = {
    needsActivation: (db, teamId) => money.unlocks.needsActivation(db, teamId),
  };
  const teams = createTeams(database, { notices, mail, tokens, callers, realtime, unlocks });
  const { PUBLIC_URL: publicUrl, OPERATORS: operators } = config;
  const codeHosts = createCodeHosts(engines.codeHost, { config, log });
  const codeHostLogin = codeHosts.login;
  const box = createSecretBox(config);
  const auth = createAuth(database, {
    teams,
    callers,
    allowance,
    box,
    publicUrl,
    operators,
    codeHostLogin,
    evm: engines.evm,
  });
  const accessKeys = createAccessKeys(database, { config, callers, log });
  const emails = createEmails({ mail, dashboardUrl });
  const upkeep = createUpkeep({ engines, auth, notices, config, log });
  const webhooks = createWebhooks(engines, { config });
  const alerts = createAlerts({ database, mail, webhooks, notices, usage, allowance, log, dashboardUrl });
  const hostnames = createHostnames();
  const uploads = createUploads(engines);
  const templates = createTemplates(templatesDir, log);
  const repositories = createRepositories(engines, { verifyToken: tokens.verify, codeHosts, log });
  const domains = createDomains(engines, { config, log, wake });
  const denylist = createDenylistFiles(join(config.DATA_DIR, "denylists"), log);
  const isServed = (teamId: string): Promise<boolean> => money.dunning.isServed(teamId);
  const gatewayTokens = createGatewayTokens(database, callers);
  const gateway = createGateway(engines, {
    contentDomain: config.CONTENT_DOMAIN,
    publicUrl: config.PUBLIC_URL,
    hostnames,
    customHosts: domains.hosts,
    isCapped: cappedSites(database.db, allowance),
    names: { parse: parseName, resolve: (name) => ipns.resolve(name), record: (name) => ipns.record(name) },
    access: {
      isPublic: (cid) => contentOwners.isPublic(cid),
      isOwn: (teamId, cid) => contentOwners.isOwn(database.db, teamId, cid),
      teamOf: teamOfToken(gatewayTokens, auth),
    },
    denylist,
    isServed,
    onServed: ({ teamId, subject, bytes }) =>
      usage.record({ teamId, resource: "TRAFFIC", subject, amount: BigInt(bytes) }),
  });
  domains.onHosts((names) => names.forEach(gateway.invalidateHost));
  const programKeys = createProgramKeys(database, callers);
  // The operator configured these gateways, so private addresses are allowed.
  const networkDial = createDial(process.env, undefined, config.IPFS_GATEWAYS.map(authorityOf));
  const ipns = createIpns(engines, { config, log, fetch: createFetch(networkDial) });
  const ledger = { usage, allowance };
  const contentOwners = createContentOwners({ engines, allowance, wake });
  const money = createMoney({ engines, usage, allowance, auth, teams, notices, alerts, log, dashboardUrl });
  const bot = createBot(engines.bot);
  const miniPayments = createMiniPayments({ engines, config, bot, deposits: money.deposits, log, wake });
  const messaging = createMessaging({ engines, auth, bot, log, dashboardUrl });
  const pinning = createPinning(engines, {
    config,
    log,
    contentOwners,
    allowance,
    unlocks: money.unlocks,
    dial: networkDial,
  });
  const buckets = createBuckets({ engines, contentOwners, allowance });
  const addresses = createBucketAddresses({
    engines,
    buckets,
    domains,
    gateway,
    hostnames,
    ...ledger,
    isServed,
    siteUrl,
  });
  const removals = createRemovals(engines, buckets);
  const downloads = createDownloads({ engines, contentOwners, usage, allowance });
  const snapshots = createSnapshots({ engines, buckets, contentOwners, pinning });
  const s3 = createS3({ config, database, buckets, keys: accessKeys, ...ledger });
  const gateways = createGateways({
    engines,
    gateway,
    hostnames,
    contentOwners,
    unlocks: money.unlocks,
    tokens: gatewayTokens,
    ...ledger,
    isServed,
    log,
    siteUrl,
  });
  const arweave = createArweave({ engines, buckets, allowance, contentOwners, config, log, dashboardUrl, wake });
  s3.describe(arweave.describe);
  const rpc = createRpc({ config, engines, ...ledger, unlocks: money.unlocks, log });
  const assistant = createAssistant({ engines, docsDir, model: config.ASSISTANT_MODEL, log });
  const aiRpc = createAiRpc({ engines, unlocks: money.unlocks, log });
  const raas = createRaas({ engines, unlocks: money.unlocks, auth, notices, alerts, webhooks, log, dashboardUrl });
  const boostRecords = {
    isActivated: money.activation.isActivated,
    hasDeposited: money.unlocks.hasDeposited,
    qualifiedSince: money.unlocks.since,
    projects: (db: Db, teamId: string) => hosting.ofTeam(db, teamId),
  };
  const boost = createBoost({
    engines,
    ledger: money.ledger,
    auth,
    teams,
    bot,
    records: boostRecords,
    messaging,
    miniPayments,
    notices,
    box,
    partnerHost: partnerHostOf(config),
    log,
    dashboardUrl,
    wake,
  });
  const rewards = createRewards({ ledger: money.ledger, teams, docsDir });
  const hostingDeps = {
    config,
    log,
    contentOwners,
    uploads,
    hostnames,
    gateway,
    repositories,
    templates,
    pinning,
    ipns,
    ...ledger,
    alerts,
    arweave,
    isServed,
    siteUrl,
  };
  const hosting = createHosting(engines, hostingDeps);
  teams.onFirstSignIn(repositories.seed);
  teams.onMember(alerts.memberChanged);
  teams.onMember(accessKeys.memberChanged);
  emails.onConfirmed(async (trx, personId, email) => {
    const news = await teams.emailConfirmed(trx, personId, email);
    return () => teams.announce(news);
  });
  const content = { buckets, contentOwners, pinning, ipns, gateways, raas };
  const holders = { auth, teams, hosting, ...content, domains, repositories, tokens, uploads, notices };
  const accounts = createAccounts({ engines, allowance, ...holders });

  const routes: Route[] = [
    ...authRoutes(auth, teams),
    ...accountRoutes({ auth, teams, realtime: engines.realtime }),
    ...accountEndRoutes(accounts, auth),
    ...dunningRoutes({ purge: accounts.purge, notices }),
    ...mergeRoutes({ accounts, auth, teams, notices, ledger: money.ledger, allowance, mergeVouchers }),
    ...bindRoutes({ accounts, auth, codeHosts, teams, realtime: engines.realtime, publicUrl: config.PUBLIC_URL }),
    ...teamRoutes(teams, { issueTeamToken: auth.teamToken, publicUrl }),
    ...tokenRoutes(tokens, teams),
    ...noticeRoutes(notices),
    ...faucetRoutes(engines.evm, engines.zkSyncLite.faucet),
    ...tonFaucetRoutes(miniPayments.offers("TON") ? engines.ton : { faucet: undefined }),
    ...feedbackRoutes(),
    ...emailRoutes(emails, engines.realtime),
    ...alertRoutes(alerts),
    ...webhookRoutes(webhooks),
    ...mailRoutes(mail),
    ...snapshotRoutes({ snapshots, buckets, blocks, contentOwners }),
    ...solanaRoutes({ links: createSolanaLinks(engines.solana), auth, realtime: engines.realtime }),
    ...operationLogRoutes(),
    ...cloudRoutes({ database, blocks, usage, allowance, hosting }),
    ...dutyRoutes(wake),
    ...ipnsRoutes(ipns, programKeys),
    ...money.routes,
    ...miniPaymentRoutes({ miniPayments, auth }),
    ...messagingRoutes({ messaging, auth, teams }),
    ...emulatorRoutes({ engine: engines.bot, messaging, miniPayments }),
    ...pinningRoutes(pinning, programKeys),
    ...documentRoutes(docsDir),
    ...templateRoutes(templates),
    ...uploadRoutes(uploads),
    ...repositoryRoutes(repositories, { sandbox: engines.sandbox, codeHosts }),
    ...codeHostRoutes(codeHosts, { publicUrl, realtime: engines.realtime }),
    ...hostingRoutes(hosting),
    ...domainRoutes(domains),
    ...nameDomainRoutes(createNameDomains(engines.nameServices)),
    ...gatewayRoutes({ gateways, tokens: gatewayTokens, domainsChanged: domains.changed }),
    ...accessKeys.routes,
    ...bucketRoutes(buckets, { removals, downloads, contentOwners }),
    ...bucketDomainRoutes({ domains, addresses }),
    ...arweaveRoutes(arweave),
    ...rpc.routes,
    ...raas.routes,
    ...aiRpc.routes,
    ...assistant.routes,
    ...boost.routes,
    ...rewards.routes,
    ...openApiRoutes({ hosting, uploads, domains }),
  ];
  return {
    accounts,
    money,
    bot,
    miniPayments,
    messaging,
    usage,
    allowance,
    hostnames,
    teams,
    auth,
    tokens,
    notices,
    mail,
    emails,
    alerts,
    webhooks,
    uploads,
    upkeep,
    repositories,
    gateway,
    gateways,
    denylist,
    domains,
    contentOwners,
    buckets,
    arweave,
    removals,
    downloads,
    s3,
    ipns,
    pinning,
    programKeys,
    rpc,
    raas,
    aiRpc,
    assistant,
    boost,
    hosting,
    snapshots,
    routes,
  };
};
