import type { Db } from "../../engines/database/database.ts";
import type { CustomHosts, HostRedirect } from "../../gateway/serve/service.ts";
import type { DomainTarget } from "./targets.ts";

interface Entry {
  readonly target: DomainTarget;
  readonly redirect: HostRedirect | undefined;
}

export interface Hosts extends CustomHosts {
  /** Reloads the valid domains if they have changed. Returns the names with a new, changed or removed target. */
  refresh(db: Db): Promise<readonly string[]>;
}

/** Longer redirect chains are treated as loops. */
const redirectsMax = 10;

/** Keeps served names in memory: every request to a custom host needs a lookup. */
export const createHosts = (): Hosts => {
  let exact: ReadonlyMap<string, Entry> = new Map();
  let version = -1n;
  let refreshing: Promise<readonly string[]> | undefined;

  const entryOf = (hostName: string): Entry | undefined => {
    const entry = exact.get(hostName);
    if (entry) return entry;
    // As in DNS, the closest wildcard covers all names below it.
    for (let dot = hostName.indexOf("."); dot >= 0; dot = hostName.indexOf(".", dot + 1)) {
      const wildcard = exact.get(`*${hostName.slice(dot)}`);
      if (wildcard) return wildcard;
    }
    return undefined;
  };

  const load = async (db: Db): Promise<readonly string[]> => {
    const { version: current } = await db.selectFrom("domain_version").select("version").executeTakeFirstOrThrow();
    if (current === version) return [];
    const rows = await db
      .selectFrom("domain")
      .select(["name", "target_kind", "target_id", "redirect_to", "redirect_code"])
      .where("state", "=", "valid")
      .execute();
    const before = exact;
    exact = new Map(
      rows.map(({ name, target_kind, target_id, redirect_to, redirect_code }) => [
        name,
        {
          target: { kind: target_kind, id: target_id },
          redirect: redirect_to === null ? undefined : { redirectTo: redirect_to, code: redirect_code ?? 302 },
        },
      ]),
    );
    version = current;
    const names = new Set([...before.keys(), ...exact.keys()]);
    return [...names].filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(exact.get(name)));
  };

  return {
    has: (hostName) => entryOf(hostName) !== undefined,
    find: async (hostName) => {
      const entry = entryOf(hostName);
      return entry?.redirect && !isLoop(hostName, entry.redirect) ? entry.redirect : entry?.target;
    },
    refresh: async (db) => {
      await refreshing?.catch(() => undefined);
      refreshing = load(db);
      return refreshing;
    },
  };

  /** Whether a redirect is part of a loop, which a deletion can create. The site is then served instead. */
  function isLoop(hostName: string, first: HostRedirect): boolean {
    let next: string | undefined = first.redirectTo;
    for (let steps = 0; next !== undefined; steps++) {
      if (next === hostName || steps > redirectsMax) return true;
      next = entryOf(next)?.redirect?.redirectTo;
    }
    return false;
  }
};
