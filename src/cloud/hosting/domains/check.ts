/** Updates domains from their DNS records: their state, and the time of the next check. */
import { sql, type Updateable } from "kysely";
import type { DomainConflict } from "../../../../resources/hosting/domains/domain-calls.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Tables } from "../../engines/database/tables.ts";
import { DnsUnavailable, type Dns } from "../../engines/dns/dns.ts";
import { isStillProved, lookUp, type Finding } from "./look-up.ts";
import type { Domain, ListedDomain } from "./reads.ts";
import { messages } from "./messages.ts";
import type { DomainConfig } from "./settings.ts";

export interface CheckDeps {
  readonly db: Db;
  readonly dns: Dns;
  readonly config: DomainConfig;
}

export interface Verification {
  success: boolean;
  proved: boolean;
  points: boolean;
  conflicts: DomainConflict[];
  message: string;
}

/** Consecutive failed checks after which a valid name becomes invalid. */
export const missesMax = 3;
const minute = 60;
const hour = 60 * minute;
const validAgainSeconds = 24 * hour;
const missedAgainSeconds = hour;
const pendingAgainMaxSeconds = 6 * hour;

type CheckTrigger = "user" | "timer";

/**
 * Checks a domain's records and stores the result. A check by a user can make a name valid but never invalid: only
 * scheduled checks, which are hours apart, count as failures.
 */
export const check = async (deps: CheckDeps, domain: ListedDomain, trigger: CheckTrigger): Promise<Verification> => {
  const finding = await lookUp(deps.dns, domain, deps.config).catch((error: unknown) => {
    if (error instanceof DnsUnavailable) return undefined;
    throw error;
  });
  if (!finding) return dnsUnavailable(deps.db, domain);
  if (domain.state === "valid") return recheck(deps.db, domain, finding, trigger);
  if (!finding.proved || !finding.points) {
    await save(deps.db, domain, { message: finding.message ?? null, ...nextOfPending(domain) });
    return failed(finding);
  }
  return claimName(deps, domain, finding);
};

/** Checks a valid name again. It must still point here; its TXT record may be removed. */
const recheck = async (db: Db, domain: Domain, finding: Finding, trigger: CheckTrigger): Promise<Verification> => {
  if (finding.points) {
    await save(db, domain, { misses: 0, message: null, ...nextCheckIn(validAgainSeconds) });
    return succeeded(domain, finding);
  }
  if (trigger === "user") return failed(finding);
  const misses = domain.misses + 1;
  const change =
    misses >= missesMax
      ? ({ state: "invalid", misses: 0, checks: 0, message: messages.gone, ...nextCheckIn(hour) } as const)
      : { misses, message: messages.missing(misses, missesMax), ...nextCheckIn(missedAgainSeconds) };
  await save(db, domain, change);
  return failed(finding);
};

/** Makes a proved name valid, unless another team holds it with a valid proof. */
const claimName = async (deps: CheckDeps, domain: Domain, finding: Finding): Promise<Verification> => {
  const holder = await holderOf(deps.db, domain);
  if (holder && (await isStillProved(deps.dns, holder))) return rejectHeld(deps.db, domain, finding);
  const isHeld = await deps.db
    .transaction()
    .execute(async (trx) => {
      if (holder)
        await save(trx, holder, {
          state: "invalid",
          misses: 0,
          checks: 0,
          message: messages.lost,
          ...nextCheckIn(hour),
        });
      await save(trx, domain, {
        state: "valid",
        misses: 0,
        checks: 0,
        message: null,
        ...nextCheckIn(validAgainSeconds),
      });
      return true;
    })
    .catch((error: unknown) => {
      // Two teams were verified concurrently: a unique index lets only one of them hold the name.
      if ((error as { code?: string }).code === "23505") return false;
      throw error;
    });
  return isHeld ? succeeded(domain, finding) : rejectHeld(deps.db, domain, finding);
};

const holderOf = (db: Db, { name, id }: Domain): Promise<Domain | undefined> =>
  db
    .selectFrom("domain")
    .selectAll()
    .where("name", "=", name)
    .where("state", "=", "valid")
    .where("id", "!=", id)
    .executeTakeFirst();

const rejectHeld = async (db: Db, domain: Domain, finding: Finding): Promise<Verification> => {
  const message = messages.held(domain.name);
  await save(db, domain, { message, ...nextOfPending(domain) });
  const conflict = { type: "HELD" as const, name: domain.name, found: [], message };
  return { ...failed(finding), conflicts: [...finding.conflicts, conflict], message };
};

const dnsUnavailable = async (db: Db, domain: Domain): Promise<Verification> => {
  await save(db, domain, domain.state === "valid" ? nextCheckIn(hour) : nextOfPending(domain));
  return { success: false, proved: false, points: false, conflicts: [], message: messages.unavailable };
};

const succeeded = ({ name }: Domain, { conflicts }: Finding): Verification => ({
  success: true,
  proved: true,
  points: true,
  conflicts: [...conflicts],
  message: messages.verified(name),
});

const failed = ({ proved, points, conflicts, message = "" }: Finding): Verification => ({
  success: false,
  proved,
  points,
  conflicts: [...conflicts],
  message,
});

/** Schedules the next check of a pending domain: after a minute, doubling up to six hours. */
const nextOfPending = ({ checks }: Domain) => ({
  checks: checks + 1,
  ...nextCheckIn(Math.min(pendingAgainMaxSeconds, minute * 2 ** Math.min(checks, 20))),
});

const nextCheckIn = (seconds: number) => ({ next_check_at: new Date(Date.now() + seconds * 1000) });

const save = async (db: Db, { id }: Domain, change: Updateable<Tables["domain"]>): Promise<void> => {
  await db
    .updateTable("domain")
    .set({ ...change, checked_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
};
