import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty, Wake } from "../../kernel/duties.ts";
import { createSecretBox } from "../../kernel/secret-box.ts";
import { createCertificates } from "./certificates.ts";
import { check, type CheckDeps, type Verification } from "./check.ts";
import { createDomain, type NewDomain } from "./create.ts";
import { createHosts } from "./hosts.ts";
import {
  findBucketDomain,
  findDomain,
  findSiteDomain,
  listDomains,
  type DomainQuery,
  type ListedDomain,
} from "./reads.ts";
import { removeDomain, setRedirect } from "./redirect.ts";
import { type DomainConfig, recordsOf } from "./settings.ts";
import { domainToUnicode } from "node:url";
import type { Row } from "../../../../resources/declare/define.ts";
import type { bucketDomains } from "../../../../resources/storage/domains.ts";
import type { CertificateState, domains } from "../../../../resources/hosting/domains/domains.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import { sql } from "kysely";

export interface DomainDeps {
  readonly config: DomainConfig & Pick<Config, "DATA_DIR" | "SECRET_KEY">;
  readonly log: Logger;
  readonly wake?: Wake;
  /** Called with host names that have a new, changed or removed target. */
  readonly hostsChanged?: (hostNames: readonly string[]) => void;
}

export type Domains = ReturnType<typeof createDomains>;

export interface BucketDomains {
  /**
   * Call `changed` after committing a creation or removal. Throws NOT_FOUND, INVALID_INPUT, DOMAIN_ADDED,
   * LIMIT_REACHED.
   */
  create(trx: Trx, teamId: string, input: { domain: string; bucketName: string }): Promise<BucketDomainRow>;
  list(db: Db, teamId: string, query: DomainQuery): Promise<{ items: BucketDomainRow[]; total: number }>;
  find(db: Db, teamId: string, name: string): Promise<BucketDomainRow>;
  verify(teamId: string, name: string): Promise<Verification>;
  remove(trx: Trx, teamId: string, name: string): Promise<void>;
  /** Whether the bucket has a domain, verified or not. */
  leadTo(db: Db, bucketId: string): Promise<boolean>;
}

const loadDuty = "Load domains";
const certificatesDuty = "Order certificates";

/** Manages teams' custom domains. */
export const createDomains = (
  { database, dns, certificates: authority }: Pick<Engines, "database" | "dns" | "certificates">,
  { config, log, wake = () => undefined, hostsChanged = () => undefined }: DomainDeps,
) => {
  const { db } = database;
  const deps: CheckDeps = { db, dns, config };
  /** The served names, for the gateway. */
  const hosts = createHosts();
  const ownName = config.PUBLIC_URL?.startsWith("https:") ? new URL(config.PUBLIC_URL).hostname : undefined;
  const certificates = createCertificates({
    db,
    authority,
    box: createSecretBox(config),
    log,
    ownName,
    isServed: hosts.has,
  });
  const present = (row: ListedDomain) => presentDomain(row, config, certificates.isOn);
  const presentOfBucket = (row: ListedDomain) => presentBucketDomain(row, config, certificates.isOn);

  const load = async (): Promise<void> => {
    const names = await hosts.refresh(db);
    if (names.length > 0) hostsChanged(names);
  };
  /** Applies a committed change in every process. */
  const changed = async (): Promise<void> => {
    await load();
    wake(loadDuty);
  };
  /** Checks all due domains; returns their number. */
  const recheck = async (): Promise<number> => {
    const done = await recheckDue(deps, log);
    if (done > 0) await changed();
    return done;
  };

  const verify = async (row: ListedDomain): Promise<Verification> => {
    const verification = await check(deps, row, "user");
    await changed();
    if (certificates.isOn) wake(certificatesDuty);
    return verification;
  };

  /** Domains of buckets, identified by name. */
  const ofBuckets: BucketDomains = {
    create: async (trx, teamId, { domain, bucketName }) => {
      const [id] = await createDomain(trx, teamId, { domain, projectId: bucketName, kind: "bucket" }, config);
      return presentOfBucket(await findDomain(trx, teamId, id!));
    },
    list: async (on, teamId, query) => {
      const { rows, total } = await listDomains(on, teamId, "buckets", query);
      return { items: rows.map(presentOfBucket), total };
    },
    find: async (on, teamId, name) => presentOfBucket(await findBucketDomain(on, teamId, name)),
    verify: async (teamId, name) => verify(await findBucketDomain(db, teamId, name)),
    remove: async (trx, teamId, name) => removeDomain(trx, await findBucketDomain(trx, teamId, name)),
    leadTo: async (on, bucketId) => {
      const ofBucket = on.selectFrom("domain").select("id").where("target_kind", "=", "bucket");
      return (await ofBucket.where("target_id", "=", bucketId).limit(1).executeTakeFirst()) !== undefined;
    },
  };

  return {
    ofBuckets,
    hosts,
    certificates,
    changed,
    recheck,
    /**
     * Adds a name, or a pair with choice 0 or 1. Returns the rows, the serving name first. Call `changed` after the
     * commit.
     */
    create: async (trx: Trx, teamId: string, input: NewDomain): Promise<DomainRow[]> => {
      const ids = await createDomain(trx, teamId, input, config);
      return Promise.all(ids.map(async (id) => present(await findDomain(trx, teamId, id))));
    },
    list: async (on: Db, teamId: string, query: DomainQuery): Promise<{ items: DomainRow[]; total: number }> => {
      const { rows, total } = await listDomains(on, teamId, "sites", query);
      return { items: rows.map(present), total };
    },
    find: async (on: Db, teamId: string, id: string): Promise<DomainRow> =>
      present(await findSiteDomain(on, teamId, id)),
    /** Checks the records now and stores the result. Throws NOT_FOUND. */
    verify: async (teamId: string, id: string): Promise<Verification> => verify(await findSiteDomain(db, teamId, id)),
    redirect: setRedirect,
    /** Call `changed` after the commit. */
    remove: async (trx: Trx, teamId: string, id: string): Promise<void> =>
      removeDomain(trx, await findSiteDomain(trx, teamId, id)),
    duties: [
      { name: loadDuty, every: "2 s", scope: "process", role: "serving", essential: true, run: load },
      { name: "Check domains", every: "15 s", scope: "cluster", run: recheck },
      ...(certificates.isOn
        ? [
            {
              name: certificatesDuty,
              every: "10 s",
              scope: "cluster",
              timeout: "15 min",
              run: certificates.renewDue,
            } as const,
          ]
        : []),
    ] satisfies readonly Duty[],
  };
};

type DomainRow = Row<typeof domains>;
type BucketDomainRow = Row<typeof bucketDomains>;

/** Converts a bucket's domain. */
const presentBucketDomain = (row: ListedDomain, config: DomainConfig, issues: boolean): BucketDomainRow => ({
  ...commonFields(row, config, issues),
  bucketName: row.target_name,
});

/** Converts a project's or gateway's domain. */
const presentDomain = (row: ListedDomain, config: DomainConfig, issues: boolean): DomainRow => {
  const common = commonFields(row, config, issues);
  const target = common.records.find(({ purpose }) => purpose === "target")!;
  return {
    ...common,
    kind: row.target_kind === "gateway" ? "gateway" : "project",
    projectId: row.target_id,
    projectName: row.target_name,
    type: target.type === "AAAA" || target.type === "TXT" ? "A" : target.type,
    value: target.value,
    ...(config.DOMAIN_IPS.length > 0 && { ip: config.DOMAIN_IPS.join(", ") }),
    txt: row.proof_value,
    cname: `${row.label}.${config.CONTENT_DOMAIN}`,
    ...(row.redirect_to !== null && { redirect: { redirectTo: row.redirect_to, code: row.redirect_code ?? 302 } }),
  };
};

/** Fields common to all domains. */
const commonFields = (row: ListedDomain, config: DomainConfig, issues: boolean) => {
  const unicode = domainToUnicode(row.name.replace("*.", ""));
  return {
    domainId: row.id,
    domain: row.name,
    ...(unicode !== "" &&
      !row.name.endsWith(unicode) && { unicode: row.name.startsWith("*.") ? `*.${unicode}` : unicode }),
    state: row.state,
    valid: row.state === "valid",
    ...(row.message !== null && { message: row.message }),
    records: recordsOf(row, row.label, config),
    ...(issues && certificateOf(row)),
    ...(row.checked_at && { checkedAt: secondsOf(row.checked_at) }),
    createdAt: secondsOf(row.created_at),
  };
};

const wildcardNotice = "Wildcard certificates are not supported. Add single domains for HTTPS.";

const certificateOf = (row: ListedDomain): { certificate: CertificateState; certificateMessage?: string } => {
  if (row.state !== "valid") return { certificate: "none" };
  if (row.name.startsWith("*.")) return { certificate: "none", certificateMessage: wildcardNotice };
  const message = row.certificate_message === null ? {} : { certificateMessage: row.certificate_message };
  if (row.certificate_expires_at && row.certificate_expires_at > new Date())
    return { certificate: "valid", ...message };
  return { certificate: row.certificate_failures ? "failed" : "pending", ...message };
};

/** How long a process keeps the lease on a check. */
const leaseSeconds = 120;
const atOnce = 8;

/** Checks all due domains and returns their number. Several processes can share the work. */
const recheckDue = async (deps: CheckDeps, log: Logger): Promise<number> => {
  let done = 0;
  for (;;) {
    const due = await claimDue(deps);
    if (due.length === 0) return done;
    await Promise.all(
      due.map(async ({ id, team_id }) => {
        try {
          await check(deps, await findDomain(deps.db, team_id, id), "timer");
        } catch (error) {
          log.warn({ err: error, domainId: id }, "Domain check failed");
        }
      }),
    );
    done += due.length;
  }
};

const claimDue = ({ db }: CheckDeps): Promise<{ id: string; team_id: string }[]> =>
  db
    .updateTable("domain")
    .set({ next_check_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("domain")
        .select("id")
        .where("next_check_at", "<=", sql<Date>`now()`)
        .orderBy("next_check_at")
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "team_id"])
    .execute();
