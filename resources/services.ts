/**
 * Resources in menu order, except the first screen's. Like operators.ts: the dashboard's first load has only their names and routes;
 * see src/dashboard/build/resource-faces.ts.
 */
import { members } from "./account/members.ts";
import { operationLog } from "./account/operation-log.ts";
import { teamSettings } from "./account/team-settings.ts";
import { aiKeys } from "./ai-rpc/keys.ts";
import { deposits } from "./billing/deposit-history.ts";
import { accessKeys } from "./bucket/access-keys.ts";
import { arweave } from "./bucket/arweave.ts";
import { buckets } from "./bucket/buckets.ts";
import { bucketDomains } from "./bucket/domains.ts";
import { pins } from "./bucket/pins.ts";
import type { Resource } from "./define.ts";
import { gatewayTokens } from "./gateway/gateway-tokens.ts";
import { gateways } from "./gateway/gateways.ts";
import { ipnsNames } from "./gateway/ipns-names.ts";
import { authTokens } from "./hosting/auth-tokens.ts";
import { deployments } from "./hosting/deployments.ts";
import { domains } from "./hosting/domains.ts";
import { nameDomains } from "./hosting/name-services.ts";
import { rollups } from "./raas/rollups.ts";
import { rpcKeys } from "./rpc/keys.ts";

export const serviceResources = [
  deployments,
  domains,
  nameDomains,
  authTokens,
  buckets,
  bucketDomains,
  accessKeys,
  arweave,
  pins,
  gateways,
  ipnsNames,
  gatewayTokens,
  rpcKeys,
  rollups,
  aiKeys,
  deposits,
  members,
  operationLog,
  teamSettings,
] as readonly Resource[];
