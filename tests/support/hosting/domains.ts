import { randomUUID } from "node:crypto";
import { pino } from "pino";
import type { DnsRecord } from "../../../resources/hosting/domains/domains.ts";
import { readConfig } from "../../../src/cloud/config.ts";
import { openDns } from "../../../src/cloud/engines/dns/open.ts";
import type { Trx } from "../../../src/cloud/engines/database/database.ts";
import { createDomains } from "../../../src/cloud/hosting/domains/service.ts";
import { testDatabase } from "../database/database.ts";
import { testDns, type TestDns } from "./dns.ts";

export const ourAddress = "192.0.2.10";

/** Runs the domains service on a separate database and DNS server; projects are rows without sites. */
export const testDomains = async (settings: Record<string, string> = {}) => {
  const database = await testDatabase();
  const dns = await testDns();
  const config = readConfig({
    CONTENT_DOMAIN: "sites.cloud.example",
    PUBLIC_URL: "https://console.cloud.example",
    DNS_SERVERS: dns.server,
    DOMAIN_IPS: ourAddress,
    ...settings,
  });
  const log = pino({ level: "silent" });
  /** The changed host names of each load. */
  const changes: (readonly string[])[] = [];
  const hostsChanged = (names: readonly string[]) => void changes.push(names);
  const engines = { database, dns: openDns(config), certificates: undefined };
  const domains = createDomains(engines, { config, log, hostsChanged });
  const inTrx = <T>(act: (trx: Trx) => Promise<T>): Promise<T> => database.db.transaction().execute(act);

  const project = async (teamId: string, name = "site"): Promise<string> => {
    const id = randomUUID();
    const values = { id, team_id: teamId, name, label: name, platform: "IPFS", deploy_type: "UPLOAD" } as const;
    await database.db.insertInto("project").values(values).execute();
    return id;
  };

  const create = async (teamId: string, projectId: string, domain: string, createType: 0 | 1 | 2 = 2) => {
    const rows = await inTrx((trx) => domains.create(trx, teamId, { domain, projectId, createType }));
    await domains.changed();
    return rows;
  };

  /** Makes a domain due for the next check by the timer. */
  const recheck = async (id: string): Promise<void> => {
    await database.db
      .updateTable("domain")
      .set({ next_check_at: new Date(0) })
      .where("id", "=", id)
      .execute();
    await domains.recheck();
  };

  return { database, dns, config, domains, changes, inTrx, project, create, recheck, newTeam: () => randomUUID() };
};

/** Sets DNS records, as users do at their provider. */
export const setRecords = ({ zone }: Pick<TestDns, "zone">, records: readonly DnsRecord[]): void => {
  for (const { type, name, value } of records) {
    const known = zone.get(name) ?? {};
    const more = type === "CNAME" ? value : [...new Set([...((known as Record<string, string[]>)[type] ?? []), value])];
    zone.set(name, { ...known, [type]: more });
  }
};

export type TestDomains = Awaited<ReturnType<typeof testDomains>>;
