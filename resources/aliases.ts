/**
 * Where each service's calls live. A call is written with its alias ("GET $hosting/project/{id}"); the base behind the
 * alias is a root-relative path by default and comes from /config.json in the dashboard, so it can be another host.
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
  $open: "/api/open",
  $pinning: "/api/pinning",
  $raas: "/api/raas",
  $resource: "/api/resource",
  $rpc: "/api/rpc",
  $template: "/api/template",
} as const;

export type Alias = keyof typeof aliases;

/** The alias's name in /config.json `bases`: "$hosting" → "hosting". */
export const baseName = (alias: Alias): string => alias.slice(1);
