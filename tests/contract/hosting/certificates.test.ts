import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { beforeAll, describe, expect, test } from "vitest";
import type { Row } from "../../../resources/declare/define.ts";
import type { domains } from "../../../resources/hosting/domains/domains.ts";
import { temporaryFolder } from "../../support/server/cloud-process.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { testDns, type TestDns } from "../../support/hosting/dns.ts";
import { setRecords } from "../../support/hosting/domains.ts";
import { freePort } from "../../support/free-port.ts";
import { newOwner } from "../../support/account/owner.ts";
import { hasPebble, makeCertificate, noPebble, startPebble, type Pebble } from "../../support/hosting/pebble.ts";

type Domain = Row<typeof domains>;

const issueMs = 60_000;

/** Starts a server with HTTPS, its certificate authority, and the DNS that both query. */
const testHttps = async (publicName?: string, settings: Record<string, string> = {}) => {
  const dns = await testDns();
  if (publicName !== undefined) dns.zone.set(publicName, { A: ["127.0.0.1"] });
  const [port, httpsPort] = [await freePort(), await freePort()];
  const pebble = await startPebble({ httpPort: port, dnsServer: dns.server });
  const cloud = await testCloud({
    PORT: String(port),
    HTTPS_PORT: String(httpsPort),
    ACME_DIRECTORY_URL: pebble.directoryUrl,
    ACME_EMAIL: "operator@cloud.example",
    DNS_SERVERS: dns.server,
    DOMAIN_IPS: "127.0.0.1",
    ...settings,
    ...(publicName !== undefined && { PUBLIC_URL: `https://${publicName}:${httpsPort}` }),
  });
  return { dns, pebble, cloud, httpsPort };
};

interface Answer {
  readonly text: string;
  readonly serial: string;
  readonly names: string | undefined;
}

/** Requests a name over HTTPS like a browser, trusting only the authority's root. */
const over = (port: number, name: string, { root }: Pick<Pebble, "root">): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      port,
      servername: name,
      headers: { host: name },
      ca: root,
      agent: false as const,
    };
    request(options, (response) => {
      const { raw } = (response.socket as TLSSocket).getPeerCertificate();
      const { serialNumber: serial, subjectAltName: names } = new X509Certificate(raw);
      text(response).then((content) => resolve({ text: content, serial, names }), reject);
    })
      .on("error", reject)
      .end();
  });

describe.skipIf(!hasPebble)(hasPebble ? "certificates by ACME" : `certificates by ACME (${noPebble})`, () => {
  let cloud: TestCloud;
  let dns: TestDns;
  let pebble: Pebble;
  let httpsPort: number;
  let owner: Awaited<ReturnType<typeof newOwner>>;
  let projectId: string;
  /** A server with a public name and that name's certificate. */
  let own: Awaited<ReturnType<typeof testHttps>>;
  beforeAll(async () => {
    own = await testHttps("console.cloud.example");
    ({ cloud, dns, pebble, httpsPort } = await testHttps());
    owner = await newOwner(cloud.url);
    projectId = await owner.site("shop", "<h1>Shop</h1>");
  });

  const add = async (domain: string): Promise<Domain> => {
    const { domainId } = await owner.data<{ domainId: string }>("POST /api/hosting/domain", { domain, projectId });
    return show(domainId);
  };
  const show = (id: string): Promise<Domain> => owner.data(`GET /api/hosting/domain/${id}`);
  const visit = (name: string): Promise<Answer> => over(httpsPort, name, pebble);
  const certificateOf = async (id: string) => (await show(id)).certificate;

  test("a verified domain gets a certificate, and HTTPS requests to it get the certificate and the site", async () => {
    const added = await add("shop.example");
    expect(added.certificate).toBe("none");
    setRecords(dns, added.records);
    await owner.data(`GET /api/hosting/domain/verify/${added.domainId}`);
    await expect.poll(() => certificateOf(added.domainId), { timeout: issueMs }).toBe("valid");
    expect(await visit("shop.example")).toMatchObject({ text: "<h1>Shop</h1>", names: "DNS:shop.example" });
  });

  test("an unverified name gets no certificate", async () => {
    await add("pending.example");
    await expect(visit("pending.example")).rejects.toThrow();
    await expect(visit("nobody.example")).rejects.toThrow();
    const kept = await cloud.database.db.selectFrom("certificate").select("name").execute();
    expect(kept.map(({ name }) => name)).not.toContain("pending.example");
  });

  test("a certificate close to its expiry is renewed, and the new one is served", async () => {
    const before = await visit("shop.example");
    const { db } = cloud.database;
    await db
      .updateTable("certificate")
      .set({ next_at: new Date(0) })
      .where("name", "=", "shop.example")
      .execute();
    await expect.poll(async () => (await visit("shop.example")).serial, { timeout: issueMs }).not.toBe(before.serial);
    const { next_at, expires_at } = await db
      .selectFrom("certificate")
      .selectAll()
      .where("name", "=", "shop.example")
      .executeTakeFirstOrThrow();
    expect(expires_at!.getTime() - next_at.getTime()).toBe(30 * 86_400_000);
  });

  test("a failure appears on the domain's row and is retried later", async () => {
    const added = await add("broken.example");
    setRecords(dns, added.records);
    await owner.data(`GET /api/hosting/domain/verify/${added.domainId}`);
    // The authority resolves the name to another machine than the server does.
    dns.zone.set("broken.example", { A: ["127.0.0.2"] });
    await expect.poll(() => certificateOf(added.domainId), { timeout: issueMs }).toBe("failed");
    const { certificateMessage } = await show(added.domainId);
    expect(certificateMessage).toMatch(/broken\.example|refused|unauthorized|connection/i);
    const { next_at } = await cloud.database.db
      .selectFrom("certificate")
      .select("next_at")
      .where("name", "=", "broken.example")
      .executeTakeFirstOrThrow();
    expect(next_at.getTime()).toBeGreaterThan(Date.now() + 600_000);
  });

  test("an unknown challenge path is served by the site", async () => {
    expect(cloud.faults).toEqual([]);
    const response = await fetch(`${cloud.url}/.well-known/acme-challenge/unknown`);
    expect(response.status).toBe(404);
  });

  test("the dashboard's name gets one too", async () => {
    await expect
      .poll(() => over(own.httpsPort, "console.cloud.example", own.pebble).catch(() => undefined), { timeout: issueMs })
      .toMatchObject({ names: "DNS:console.cloud.example" });
    expect(own.cloud.faults).toEqual([]);
  });

  test("names below the content domain use the operator's certificate", async () => {
    const folder = await temporaryFolder();
    const [certificate, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    makeCertificate(certificate, key, "*.sites.example");
    const files = { HTTPS_CERTIFICATE_FILE: certificate, HTTPS_KEY_FILE: key, CONTENT_DOMAIN: "sites.example" };
    const wild = await testHttps(undefined, files);
    await (await newOwner(wild.cloud.url)).site("pears", "<h1>Pears</h1>");
    const root = await readFile(certificate, "utf8");
    expect(await over(wild.httpsPort, "pears.sites.example", { root })).toMatchObject({
      text: "<h1>Pears</h1>",
      names: "DNS:*.sites.example",
    });
  });

  test("private keys are not readable in the database", async () => {
    const rows = await cloud.database.db.selectFrom("certificate").select("private_key").execute();
    const accounts = await cloud.database.db.selectFrom("acme_account").select("private_key").execute();
    expect(rows.some(({ private_key }) => private_key !== null)).toBe(true);
    expect(JSON.stringify([rows, accounts])).not.toContain("PRIVATE KEY");
  });
});
