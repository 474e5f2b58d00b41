/** Alerts of RPC and storage. Each kind is declared once: the form, the check and the texts follow from it. */
import * as z from "zod/mini";
import type { BilledService } from "../billing/packages.ts";
import { defineCall } from "../declare/define.ts";
import { form, toggle, type Field } from "../declare/fields.ts";
import type { MeteredResource } from "../limits.ts";
import { rpcKeys } from "../rpc/keys.ts";
import { buckets } from "../storage/buckets.ts";

/** Services whose requests are counted as succeeded or failed. */
export type WatchedService = "RPC" | "STORAGE";

interface Watched {
  /** In a sentence. */
  readonly name: string;
  /** The page that a notice links to. */
  readonly path: string;
  readonly link: string;
  /** What its allowance is of, and in a sentence. */
  readonly resource: MeteredResource;
  readonly allowance: string;
  /** Services whose cost counts. */
  readonly billed: readonly BilledService[];
}

export const watchedServices: Readonly<Record<WatchedService, Watched>> = {
  RPC: {
    name: "RPC",
    path: rpcKeys.routes.list,
    link: "View RPC keys",
    resource: "COMPUTE_UNIT",
    allowance: "compute units",
    billed: ["RPC"],
  },
  STORAGE: {
    name: "storage",
    path: buckets.routes.list,
    link: "View buckets",
    resource: "IPFS_STORAGE",
    allowance: "IPFS storage",
    billed: ["BUCKET", "STORAGE"],
  },
};

/** An error rate is the share of failed requests in this many minutes, of at least this many requests. */
export const errorRateMinutes = 15;
export const errorRateRequestsMin = 20;
/** Used shares of an allowance at which the team is notified, ascending. */
export const quotaPercents = [80, 100] as const;

interface KindOfAlert {
  readonly label: string;
  readonly service: WatchedService;
  readonly measure: "errors" | "quota" | "spend";
}

/** What each kind of alert measures, of which service. */
export const serviceAlertKinds = {
  rpcErrors: { label: "RPC error rate", service: "RPC", measure: "errors" },
  storageErrors: { label: "Storage error rate", service: "STORAGE", measure: "errors" },
  rpcSpend: { label: "RPC cost per day", service: "RPC", measure: "spend" },
  storageSpend: { label: "Storage cost per day", service: "STORAGE", measure: "spend" },
  rpcQuota: { label: "RPC allowance", service: "RPC", measure: "quota" },
  storageQuota: { label: "Storage allowance", service: "STORAGE", measure: "quota" },
} as const satisfies Readonly<Record<string, KindOfAlert>>;
export type ServiceAlertKind = keyof typeof serviceAlertKinds;

const placeholder = "No alert";
const percentMessage = "Enter a number from 1 to 100.";
const amountMessage = "Enter an amount above zero.";

const errorsField = (kind: ServiceAlertKind) =>
  ({
    label: `${serviceAlertKinds[kind].label}, in percent`,
    as: "count",
    hint: `Share of failed requests in ${errorRateMinutes} minutes, from ${errorRateRequestsMin} requests on.`,
    placeholder,
    schema: z.nullable(z.int(percentMessage).check(z.gte(1, percentMessage), z.lte(100, percentMessage))),
  }) as const satisfies Field;

const spendField = (kind: ServiceAlertKind) =>
  ({
    label: serviceAlertKinds[kind].label,
    as: "land",
    hint: "Beyond your packages, since midnight (UTC). Usage isn't stopped.",
    placeholder,
    schema: z.nullable(z.string(amountMessage).check(z.regex(/^[1-9]\d{0,59}$/, amountMessage))),
  }) as const satisfies Field;

const quotaField = (kind: ServiceAlertKind) => {
  const { label, service } = serviceAlertKinds[kind];
  return toggle(label, `At ${quotaPercents.join(" and ")}% of your packages' ${watchedServices[service].allowance}.`);
};

/** null or false turns an alert off. Costs are LAND ×1e18. */
const alerts = form({
  rpcErrors: errorsField("rpcErrors"),
  storageErrors: errorsField("storageErrors"),
  rpcSpend: spendField("rpcSpend"),
  storageSpend: spendField("storageSpend"),
  rpcQuota: quotaField("rpcQuota"),
  storageQuota: quotaField("storageQuota"),
} satisfies Readonly<Record<ServiceAlertKind, Field>>);
export type ServiceAlerts = z.output<typeof alerts>;

export const serviceAlerts = defineCall("GET $auth/team/service-alerts", {
  summary: "Returns the team's alerts of RPC and storage: error rates, costs per day (LAND ×1e18) and used allowances.",
  can: ["show", "team-settings"],
  reply: alerts,
});

export const editServiceAlerts = defineCall("PUT $auth/team/service-alerts", {
  reads: "GET $auth/team/service-alerts",
  summary: "Sets the team's alerts of RPC and storage. null or false turns one off.",
  can: ["edit", "team-settings"],
  log: "OAUTH_EDIT_SERVICE_ALERTS",
  body: alerts,
  reply: alerts,
});

export const serviceAlertCalls = [serviceAlerts, editServiceAlerts];
