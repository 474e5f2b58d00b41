/**
 * The base of each service's calls. A call is written with its alias ("GET $hosting/project/{id}"). The base is a
 * root-relative path by default; the dashboard reads it from /config.json, so it can be on another host.
 */
export const aliases = {
  $auth: "/api/auth",
  "$bill-analytics": "/api/bill-analytics",
  "$bill-consume": "/api/bill-consume",
  $boost: "/api/boost",
  $bucket: "/api/bucket",
  $bucketDomain: "/api/bucketDomain",
  $gateway: "/api/gateway",
  $hosting: "/api/hosting",
  $ipns: "/api/ipns",
  /** Calls of installed modules: $modules/<name of the module>/… */
  $modules: "/api/modules",
  $open: "/api/open",
  $pinning: "/api/pinning",
  $raas: "/api/raas",
  $resource: "/api/resource",
  $rpc: "/api/rpc",
  $template: "/api/template",
} as const;

export type Alias = keyof typeof aliases;

/** The service whose calls carry the token of the user's Boost node. */
export const nodeAlias: Alias = "$boost";

/** The alias's name in /config.json `bases`: "$hosting" → "hosting". */
export const baseName = (alias: Alias): string => alias.slice(1);
