/**
 * Services with screens of their own, in menu order. Like operators.ts: the dashboard's first load has no more of these than their
 * names and places; see src/dashboard/build/resource-faces.ts.
 */
import { aiKeys } from "./ai-rpc/keys.ts";
import type { Resource } from "./define.ts";
import { rpcKeys } from "./rpc/keys.ts";

export const serviceResources = [rpcKeys, aiKeys] as readonly Resource[];
