/** Which tree a host name shows. Remembered for seconds, so that a busy site costs the database next to nothing. */
import type { HostnameTarget } from "../hostnames/service.ts";

/** What is shown under a host name, and who pays for its traffic. */
export interface Site {
  readonly cid: string;
  readonly teamId: string;
  /** Project or gateway that the traffic is counted for. */
  readonly subject: string;
  /** Paths that are no file show index.html. */
  readonly rewrite?: boolean;
  /** Folders without index.html list their files. */
  readonly directoryList?: boolean;
}

export type FindSite = (id: string) => Promise<Site | undefined>;

/** A host name that only leads on to another one, which is asked for the same path and query. */
export interface HostRedirect {
  readonly redirectTo: string;
  readonly code: 301 | 302;
}

/** Custom host names. */
export interface CustomHosts {
  /** Whether this is one of them: lower case, without port and last dot. From memory. */
  has(hostName: string): boolean;
  /** What it shows; undefined when it is none (any more). */
  find(hostName: string): Promise<HostnameTarget | HostRedirect | undefined>;
}

/** A thing whose kind answers its requests itself. */
export interface OwnAnswer {
  readonly thing: HostnameTarget;
}

export type SiteAnswer =
  { readonly site: Site } | OwnAnswer | HostRedirect | "unknown-host" | "nothing-deployed" | "paused";

export interface Sites {
  find(hostName: string): Promise<SiteAnswer>;
  /** As `find`, from what is so now. */
  findAgain(hostName: string): Promise<SiteAnswer>;
  /** The site that a host was found to show a moment ago. */
  peek(hostName: string): Site | undefined;
  register(kind: string, find: FindSite): void;
  /** Things of this kind show no site. */
  registerOwn(kind: string): void;
  invalidate(kind: string, id: string): void;
  invalidateHost(hostName: string): void;
}

type Lookup = (hostName: string) => Promise<HostnameTarget | HostRedirect | undefined>;

/** Other processes see a new deployment after at most this long; this one at once. */
const KEPT_MS = 5000;
/** A deposit brings a site back in every process, without a word between them. */
const PAUSED_KEPT_MS = 1000;
const HOSTS_KEPT = 10_000;

interface Kept {
  readonly target: HostnameTarget | HostRedirect;
  readonly answer: SiteAnswer;
  readonly until: number;
}

/** `isServed`: whether a site is shown at all. */
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
    // An answer that was being looked up when something changed may be the old one.
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
