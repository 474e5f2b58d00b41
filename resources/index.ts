/** The registry: resources in menu order, and pages. Further calls stand in calls.ts, which no screen has to load whole. */
import type { Page, Resource } from "./define.ts";
import { members } from "./account/members.ts";
import { operationLog } from "./account/operation-log.ts";
import { teamSettings } from "./account/team-settings.ts";
import { accessKeys } from "./bucket/access-keys.ts";
import { gateways } from "./gateway/gateways.ts";
import { gatewayTokens } from "./gateway/gateway-tokens.ts";
import { ipnsNames } from "./gateway/ipns-names.ts";
import { arweave } from "./bucket/arweave.ts";
import { buckets } from "./bucket/buckets.ts";
import { bucketDomains } from "./bucket/domains.ts";
import { pins } from "./bucket/pins.ts";
import { authTokens } from "./hosting/auth-tokens.ts";
import { deployments } from "./hosting/deployments.ts";
import { domains } from "./hosting/domains.ts";
import { projects } from "./hosting/projects.ts";
import { deposits } from "./billing/deposit-history.ts";
import { operatorResources } from "./operators.ts";
import { serviceResources } from "./services.ts";
import { pages as declaredPages } from "./pages.ts";

export const resources = [
  // Each section's entries in this order.
  projects,
  deployments,
  domains,
  authTokens,
  buckets,
  bucketDomains,
  accessKeys,
  arweave,
  pins,
  gateways,
  ipnsNames,
  gatewayTokens,
  ...serviceResources,
  deposits,
  members,
  operationLog,
  ...operatorResources,
  teamSettings,
] as readonly Resource[];
export const pages: readonly Page[] = declaredPages;
