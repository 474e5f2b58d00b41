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

export type SiteAnswer = { readonly site: Site } | "unknown-host" | "nothing-deployed";

export interface Sites {
  find(label: string): Promise<SiteAnswer>;
  register(kind: string, find: FindSite): void;
  invalidate(kind: string, id: string): void;
}

/** Other processes see a new deployment after at most this long; this one at once. */
const KEPT_MS = 5000;
const LABELS_KEPT = 10_000;

interface Kept {
  readonly target: HostnameTarget;
  readonly answer: SiteAnswer;
  readonly until: number;
}

export const createSites = (lookup: (label: string) => Promise<HostnameTarget | undefined>): Sites => {
  const finders = new Map<string, FindSite>();
  const kept = new Map<string, Kept>();
  const loading = new Map<string, Promise<SiteAnswer>>();
  let invalidations = 0;

  const load = async (label: string): Promise<SiteAnswer> => {
    const before = invalidations;
    const target = await lookup(label);
    if (!target) return "unknown-host";
    const site = await finders.get(target.kind)?.(target.id);
    const answer = site ? { site } : "nothing-deployed";
    // An answer that was being looked up when something changed may be the old one.
    if (invalidations === before) {
      if (kept.size >= LABELS_KEPT) kept.clear();
      kept.set(label, { target, answer, until: Date.now() + KEPT_MS });
    }
    return answer;
  };

  return {
    async find(label) {
      const known = kept.get(label);
      if (known && known.until > Date.now()) return known.answer;
      const running = loading.get(label) ?? load(label).finally(() => loading.delete(label));
      loading.set(label, running);
      return running;
    },
    register(kind, find) {
      finders.set(kind, find);
    },
    invalidate(kind, id) {
      invalidations++;
      loading.clear();
      for (const [label, { target }] of kept) if (target.kind === kind && target.id === id) kept.delete(label);
    },
  };
};
