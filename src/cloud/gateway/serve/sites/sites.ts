/** Finds the content for a host name. Cached for seconds, so busy sites need few queries; changes apply at once in every process. */
import { LRUCache } from "lru-cache";
import type { Realtime } from "../../../engines/realtime/realtime.ts";
import type { HostnameTarget } from "../../../hosting/hostnames/service.ts";
import { everywhere } from "../../../kernel/events.ts";

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
  /** Hash of the password that visitors must enter, as of `hashPassword`. */
  readonly passwordHash?: Buffer;
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
export interface HandledTarget {
  readonly handled: HostnameTarget;
}

export type SiteAnswer =
  | { readonly site: Site }
  | HandledTarget
  | HostRedirect
  | "unknown-host"
  | "nothing-deployed"
  | "paused";

type Lookup = (hostName: string) => Promise<HostnameTarget | HostRedirect | undefined>;

/** Time after which other processes apply a change whose signal is lost. */
const CACHE_MS = 5000;
/** Shorter cache time of paused sites, so that all processes resume a site soon after a deposit. */
const PAUSED_CACHE_MS = 1000;
const CACHED_HOSTS_MAX = 10_000;

interface CacheEntry {
  readonly target: HostnameTarget | HostRedirect;
  readonly answer: SiteAnswer;
}

interface SitesDeps {
  readonly realtime: Pick<Realtime, "signal" | "onSignal">;
  readonly lookup: Lookup;
  readonly cacheMs?: number | undefined;
  /** Whether a site is served or paused. */
  isServed(site: Pick<Site, "teamId" | "subject">): Promise<boolean>;
}

export const createSites = ({ realtime, lookup, isServed, cacheMs = CACHE_MS }: SitesDeps) => {
  const finders = new Map<string, FindSite>();
  const handledKinds = new Set<string>();
  const cache = new LRUCache<string, CacheEntry>({ max: CACHED_HOSTS_MAX, ttl: cacheMs, ttlResolution: 0 });
  const loading = new Map<string, Promise<SiteAnswer>>();
  let invalidations = 0;

  const answerOf = async (target: HostnameTarget | HostRedirect): Promise<SiteAnswer> => {
    if ("redirectTo" in target) return target;
    if (handledKinds.has(target.kind)) return { handled: target };
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
    if (invalidations === before)
      cache.set(hostName, { target, answer }, { ttl: answer === "paused" ? PAUSED_CACHE_MS : cacheMs });
    return answer;
  };

  const forget = (matches: (target: HostnameTarget | HostRedirect, hostName: string) => boolean): void => {
    invalidations++;
    loading.clear();
    for (const [hostName, { target }] of cache) if (matches(target, hostName)) cache.delete(hostName);
  };

  const forgetTarget = (subject: string): void => forget((target) => "kind" in target && subjectOf(target) === subject);
  const invalidate = everywhere(realtime, "siteChanged", (subject) =>
    subject === undefined ? forget(() => true) : forgetTarget(subject),
  );

  return {
    async find(hostName: string): Promise<SiteAnswer> {
      const entry = cache.get(hostName);
      if (entry) return entry.answer;
      const running = loading.get(hostName) ?? load(hostName).finally(() => loading.delete(hostName));
      loading.set(hostName, running);
      return running;
    },
    /** Like `find`, without the cache. */
    findFresh(hostName: string): Promise<SiteAnswer> {
      cache.delete(hostName);
      return load(hostName);
    },
    /** Returns the cached site of a host name. */
    peek(hostName: string): Site | undefined {
      const entry = cache.get(hostName);
      if (!entry || typeof entry.answer === "string") return undefined;
      return "site" in entry.answer ? entry.answer.site : undefined;
    },
    register(kind: string, find: FindSite): void {
      finders.set(kind, find);
    },
    /** Registers a kind with a custom request handler. */
    registerHandled: (kind: string): void => void handledKinds.add(kind),
    /** Applies a committed change of a target in every process. */
    invalidate: (kind: string, id: string): void => invalidate(subjectOf({ kind, id })),
    /** Applies a change of a host name in this process. */
    invalidateHost: (changed: string): void => forget((_, hostName) => hostName === changed),
  };
};

const subjectOf = ({ kind, id }: HostnameTarget): string => `${kind} ${id}`;
