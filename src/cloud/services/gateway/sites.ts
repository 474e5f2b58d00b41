/** Finds the content for a host name. Cached for seconds, so busy sites need few queries. */
import type { HostnameTarget } from "../hostnames/service.ts";

/** Content of a host name, and the team that pays for its traffic. */
export interface Site {
  readonly cid: string;
  readonly teamId: string;
  /** Project or gateway that the traffic is counted for. */
  readonly subject: string;
  /** Serves index.html for paths without a file. */
  readonly rewrite?: boolean;
  /** Lists folders without index.html. */
  readonly directoryList?: boolean;
}

export type FindSite = (id: string) => Promise<Site | undefined>;

/** A redirect to another host with the same path and query. */
export interface HostRedirect {
  readonly redirectTo: string;
  readonly code: 301 | 302;
}

/** Custom host names. */
export interface CustomHosts {
  /** Whether a host name is a custom host. Lowercase, without port and trailing dot. Served from memory. */
  has(hostName: string): boolean;
  /** Returns the target; undefined if it is not a custom host (anymore). */
  find(hostName: string): Promise<HostnameTarget | HostRedirect | undefined>;
}

/** A target with a custom request handler. */
export interface OwnAnswer {
  readonly thing: HostnameTarget;
}

export type SiteAnswer =
  { readonly site: Site } | OwnAnswer | HostRedirect | "unknown-host" | "nothing-deployed" | "paused";

export interface Sites {
  find(hostName: string): Promise<SiteAnswer>;
  /** Like `find`, without the cache. */
  findAgain(hostName: string): Promise<SiteAnswer>;
  /** Returns the cached site of a host name. */
  peek(hostName: string): Site | undefined;
  register(kind: string, find: FindSite): void;
  /** Registers a kind with a custom request handler. */
  registerOwn(kind: string): void;
  invalidate(kind: string, id: string): void;
  invalidateHost(hostName: string): void;
}

type Lookup = (hostName: string) => Promise<HostnameTarget | HostRedirect | undefined>;

/** Cache time: other processes serve a new deployment after at most this time, this process immediately. */
const KEPT_MS = 5000;
/** Shorter cache time of paused sites, so that all processes resume a site soon after a deposit. */
const PAUSED_KEPT_MS = 1000;
const HOSTS_KEPT = 10_000;

interface Kept {
  readonly target: HostnameTarget | HostRedirect;
  readonly answer: SiteAnswer;
  readonly until: number;
}

/** Creates the lookup. `isServed`: whether a site is served or paused. */
export const createSites = (
  lookup: Lookup,
  isServed: (site: Pick<Site, "teamId" | "subject">) => Promise<boolean>,
): Sites => {
  const finders = new Map<string, FindSite>();
  const own = new Set<string>();
  const kept = new Map<string, Kept>();
  const loading = new Map<string, Promise<SiteAnswer>>();
  let invalidations = 0;

  const answerOf = async (target: HostnameTarget | HostRedirect): Promise<SiteAnswer> => {
    if ("redirectTo" in target) return target;
    if (own.has(target.kind)) return { thing: target };
    const site = await finders.get(target.kind)?.(target.id);
    if (!site) return "nothing-deployed";
    return (await isServed(site)) ? { site } : "paused";
  };

  const load = async (hostName: string): Promise<SiteAnswer> => {
    const before = invalidations;
    const target = await lookup(hostName);
    if (!target) return "unknown-host";
    const answer = await answerOf(target);
    // Do not cache a result that may predate an invalidation.
    if (invalidations === before) {
      if (kept.size >= HOSTS_KEPT) kept.clear();
      kept.set(hostName, {
        target,
        answer,
        until: performance.now() + (answer === "paused" ? PAUSED_KEPT_MS : KEPT_MS),
      });
    }
    return answer;
  };

  const forget = (matches: (target: HostnameTarget | HostRedirect, hostName: string) => boolean): void => {
    invalidations++;
    loading.clear();
    for (const [hostName, { target }] of kept) if (matches(target, hostName)) kept.delete(hostName);
  };

  return {
    async find(hostName) {
      const known = kept.get(hostName);
      if (known && known.until > performance.now()) return known.answer;
      const running = loading.get(hostName) ?? load(hostName).finally(() => loading.delete(hostName));
      loading.set(hostName, running);
      return running;
    },
    findAgain(hostName) {
      kept.delete(hostName);
      return load(hostName);
    },
    peek(hostName) {
      const known = kept.get(hostName);
      if (!known || known.until <= performance.now() || typeof known.answer === "string") return undefined;
      return "site" in known.answer ? known.answer.site : undefined;
    },
    register(kind, find) {
      finders.set(kind, find);
    },
    registerOwn: (kind) => void own.add(kind),
    invalidate: (kind, id) => forget((target) => "kind" in target && target.kind === kind && target.id === id),
    invalidateHost: (changed) => forget((_, hostName) => hostName === changed),
  };
};
