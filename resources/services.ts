/**
 * Resources in menu order, except the first screen's. Like operators.ts: the dashboard's first load has only their names and routes;
 * see src/dashboard/build/resource-faces.ts.
 */
import { members } from "./account/teams/members.ts";
import { operationLog } from "./account/operation-log/operation-log.ts";
import { teamSettings } from "./account/teams/team-settings.ts";
import { aiKeys } from "./ai/keys.ts";
import { deposits } from "./billing/deposit-history.ts";
import { accessKeys } from "./storage/access-keys.ts";
import { arweave } from "./storage/arweave.ts";
import { buckets } from "./storage/buckets.ts";
import { bucketDomains } from "./storage/domains.ts";
import { pins } from "./storage/pins.ts";
import type { Resource } from "./declare/define.ts";
import { gatewayTokens } from "./gateway/gateway-tokens.ts";
import { gateways } from "./gateway/gateways.ts";
import { ipnsNames } from "./gateway/ipns-names.ts";
import { authTokens } from "./hosting/auth-tokens.ts";
import { deployments } from "./hosting/deployments.ts";
import { domains } from "./hosting/domains/domains.ts";
import { nameDomains } from "./hosting/domains/name-services.ts";
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
