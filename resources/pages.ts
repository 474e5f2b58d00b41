/** Screens other than CRUD. A page's name is its folder under src/dashboard/pages and its subject in abilities. */
import { boostPages } from "./boost/pages.ts";
import { aiModel } from "./ai/model-page.ts";
import { definePage } from "./declare/define.ts";
import { changelogPage, quest, referral, taskHub } from "./rewards/pages.ts";

export const landing = definePage({ name: "landing", path: "/", title: "Freehold", login: false });
export const login = definePage({ name: "login", path: "/login", title: "Sign in", login: false, palette: false });
export const quickLogin = definePage({
  name: "quick-login",
  path: "/quick-login",
  title: "Sign in",
  login: false,
  palette: false,
});

/** A team's invite link leads here. */
export const invitationPage = definePage({
  name: "invitation",
  path: "/invitation/{code}",
  title: "Invitation",
  login: false,
  palette: false,
});

export const overview = definePage({
  name: "overview",
  path: "/overview",
  title: "Overview",
  menu: { section: "Overview", icon: "overview" },
  keywords: ["home", "usage", "resources"],
});

/** Users can claim LAND without signing in first. Sign-in follows at payment. */
export const claim = definePage({
  name: "claim",
  path: "/claim",
  title: "Claim LAND",
  login: false,
  keywords: ["deposit", "recharge", "pay", "balance"],
});
/** The same page for first-time visitors. */
export const firstLanding = definePage({
  name: "first-landing",
  path: "/first-landing",
  title: "Claim LAND",
  login: false,
  palette: false,
});

/** Redirect target after a GitHub sign-in or account link. */
export const codeHostReturn = definePage({
  name: "code-host-return",
  path: "/login/github",
  title: "Sign in",
  login: false,
  palette: false,
});

/** Redirect target after connecting GitHub repositories. */
export const codeHostLinked = definePage({
  name: "code-host-linked",
  path: "/hosting/code-host/linked",
  title: "Connect GitHub",
  group: "Hosting",
  access: "HOSTING",
  manages: true,
  palette: false,
});

/** The team's balance, packages, costs and spend caps. */
export const billing = definePage({
  name: "billing",
  path: "/billing",
  title: "Billing",
  group: "Billing",
  access: "RESOURCE",
  menu: { section: "Billing", icon: "wallet" },
  keywords: ["balance", "LAND", "package", "price", "cost", "spend cap", "calculator", "usage", "alert"],
});

/** Its tab with the budget, the low-balance alert and spend caps. */
export const alertsPath = `${billing.path}?tab=alerts_and_caps`;

/** Adding LAND to the team's balance. */
export const deposit = definePage({
  name: "deposit",
  path: "/billing/deposit",
  title: "Deposit",
  group: "Billing",
  access: "RESOURCE",
  manages: true,
  menu: { section: "Billing", icon: "plus" },
  keywords: ["LAND", "recharge", "pay", "balance", "billing"],
});

/** Movements of the balance. */
export const records = definePage({
  name: "records",
  path: "/billing/records",
  title: "LAND records",
  group: "Billing",
  access: "RESOURCE",
  menu: { section: "Billing", icon: "history" },
  keywords: ["transactions", "bill", "monthly bill", "LAND", "statement", "deposits", "history", "balance"],
});

/** Buying one resource for a fixed price, paid on-chain. */
export const purchase = definePage({
  name: "purchase",
  path: "/billing/purchase",
  title: "Buy resources",
  group: "Billing",
  access: "RESOURCE",
  manages: true,
  menu: { section: "Billing", icon: "gift" },
  keywords: ["build time", "bandwidth", "traffic", "storage", "pay", "billing"],
});

/** A printable receipt of a deposit, a purchase, or a month's statement. */
export const receipt = definePage({
  name: "receipt",
  path: "/billing/receipt/{kind}/{id}",
  title: "Receipt",
  group: "Billing",
  access: "RESOURCE",
  palette: false,
});

/** A pending rollup order: an application, or an unpaid order. */
export const rollupOrder = definePage({
  name: "rollup-order",
  path: "/raas/status/{id}",
  title: "Order",
  group: "RaaS",
  parent: "rollups",
  access: "RAAS",
});

/** Progress of a rollup's creation. */
export const rollupMaking = definePage({
  name: "rollup-making",
  path: "/raas/progress/{name}/{id}",
  title: "Creating {name}",
  group: "RaaS",
  parent: "rollups",
  access: "RAAS",
});

/** Questions about Freehold, answered from its documentation. */
export const assistantPage = definePage({
  name: "assistant",
  path: "/assistant",
  title: "Assistant",
  group: "AI",
  menu: { section: "AI", icon: "chat" },
  assistant: false,
  keywords: ["chat", "help", "question", "documentation"],
});

/** The ledger audit for operators. */
export const operatorLedger = definePage({
  name: "operator-ledger",
  path: "/operator/ledger",
  title: "Ledger",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "book" },
  keywords: ["audit", "trial balance", "holds", "debts", "suspense"],
});

/** State and uptime of the instance's services, for everyone. */
export const instanceStatusPage = definePage({
  name: "instance-status",
  path: "/status",
  title: "Status",
  login: false,
  palette: false,
});

/** The user's own settings: the only page that a disabled member can still open. */
export const accountConfig = definePage({
  name: "account-config",
  path: "/account/config",
  title: "Configurations",
  group: "Account",
  menu: { section: "Team", icon: "settings" },
  keywords: ["account", "settings", "profile", "avatar", "wallets", "sessions", "delete account"],
});

/** The user's notices, also those that have ended. */
export const noticeHistoryPage = definePage({
  name: "notice-history",
  path: "/account/notices",
  title: "Notices",
  group: "Account",
  keywords: ["messages"],
});

/** The user's own emails on a development instance. */
export const mailboxPage = definePage({
  name: "mailbox",
  path: "/dev/mailbox",
  title: "Mailbox",
  group: "Development",
  development: true,
  menu: { section: "Development", icon: "mail" },
  keywords: ["mail", "email", "outbox"],
});

/** A rollup's public explorer: blocks, transactions, addresses, and the bridge to its parent chain. */
export const explorer = definePage({ name: "explorer", path: "/explorer/{chainId}", title: "Explorer", login: false });
export const explorerBlock = definePage({
  name: "explorer-block",
  path: "/explorer/{chainId}/block/{number}",
  title: "Block {number}",
  login: false,
});
export const explorerTransaction = definePage({
  name: "explorer-transaction",
  path: "/explorer/{chainId}/tx/{hash}",
  title: "Transaction",
  login: false,
});
export const explorerAddress = definePage({
  name: "explorer-address",
  path: "/explorer/{chainId}/address/{address}",
  title: "Address",
  login: false,
});
export const bridge = definePage({ name: "bridge", path: "/bridge/{chainId}", title: "Bridge", login: false });

export const apiReference = definePage({
  name: "api-reference",
  path: "/docs/api",
  title: "API",
  group: "Docs",
  login: false,
  keywords: ["openapi", "rest", "try"],
});

export const docs = definePage({ name: "docs", path: "/docs/{name}", title: "{name}", group: "Docs", login: false });
export const docsHome = definePage({
  name: "docs-home",
  path: "/docs",
  title: "Docs",
  login: false,
  keywords: ["help", "documentation"],
});

export const pages = [
  landing,
  login,
  quickLogin,
  invitationPage,
  overview,
  claim,
  billing,
  deposit,
  purchase,
  receipt,
  records,
  firstLanding,
  codeHostReturn,
  codeHostLinked,
  rollupOrder,
  rollupMaking,
  aiModel,
  assistantPage,
  operatorLedger,
  accountConfig,
  noticeHistoryPage,
  instanceStatusPage,
  mailboxPage,
  explorer,
  explorerBlock,
  explorerTransaction,
  explorerAddress,
  bridge,
  ...boostPages,
  referral,
  taskHub,
  quest,
  changelogPage,
  apiReference,
  docs,
  docsHome,
];

/** Redirects of moved pages; the query is kept. */
export const redirects = [{ from: "/hosting/first-landing", to: "/first-landing" }] as const;
