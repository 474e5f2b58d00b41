/** The analytics of a site against requests whose numbers are known. */
import { writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { siteAnalytics, siteRequests } from "../../../resources/hosting/analytics.ts";
import type { Reply } from "../../../resources/declare/call-input.ts";
import type { Row } from "../../../resources/declare/define.ts";
import { sweepVisits } from "../../../src/cloud/hosting/analytics/save.ts";
import { newOwner } from "../../support/account/owner.ts";
import { geoIpFile } from "../../support/hosting/geo-ip.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { ask } from "../../support/server/http.ts";

type Analytics = Reply<typeof siteAnalytics>;
type Requests = { items: Row<typeof siteRequests>[]; total: number };

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
const page = { accept: "text/html,*/*", "user-agent": firefox };

let folder: string;
let cloud: TestCloud;
let owner: Awaited<ReturnType<typeof newOwner>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-geo-ip-"));
  const file = join(folder, "countries.mmdb");
  await writeFile(file, geoIpFile({ "192.0.2.0/24": "DE", "198.51.100.0/24": "JP" }));
  cloud = await testCloud({ GEOIP_FILE: file, TRUSTED_PROXIES: "127.0.0.1" });
  owner = await newOwner(cloud.url);
});
afterAll(() => rm(folder, { recursive: true }));

const get = (label: string, path: string, headers: Record<string, string> = {}) =>
  ask(cloud.port, `${label}.localhost:${cloud.port}`, path, { headers });
const analytics = (id: string, query = "") => owner.data<Analytics>(`GET /api/hosting/project/${id}/analytics${query}`);
const requests = (id: string, query = "") => owner.data<Requests>(`GET /api/hosting/project/${id}/requests${query}`);

it("counts visitors, pages, referrers, countries and missing files exactly, without cookies or stored addresses", async () => {
  const id = await owner.site("busy", { "index.html": "home", "about.html": "about", "app.js": "1" });
  const from = (address: string, path: string, headers = {}) =>
    get("busy", path, { ...page, "x-forwarded-for": address, ...headers });
  const addresses = ["192.0.2.1", "192.0.2.2", "198.51.100.7", "203.0.113.9"];
  // 1,000 requests: of each ten, four views of the front page, two of another, two files, and two missing.
  const replies: number[] = [];
  for (let round = 0; round < 100; round += 1) {
    const address = addresses[round % addresses.length]!;
    const answers = await Promise.all([
      from(address, "/"),
      from(address, "/?token=secret-in-the-query"),
      from(address, "/", { referer: "https://news.example/item?id=secret-in-the-query" }),
      from(address, "/", { referer: `http://busy.localhost:${cloud.port}/about` }),
      from(address, "/about"),
      from(address, "/about"),
      from(address, "/app.js", { accept: "*/*" }),
      from(address, "/", { "user-agent": "ExampleBot/1.0 (+https://bot.example)" }),
      from(address, "/gone"),
      from(address, "/gone.png", { accept: "image/*" }),
    ]);
    replies.push(...answers.map(({ status }) => status));
    expect(answers.flatMap(({ headers }) => headers["set-cookie"] ?? [])).toEqual([]);
  }
  await expect.poll(async () => (await analytics(id)).requests).toBe(1000);
  expect(replies.filter((status) => status === 404)).toHaveLength(200);
  const counted = await analytics(id);
  expect(counted).toMatchObject({
    visitors: 4,
    views: 600,
    // "home", "about", "1", and none of the built-in page for missing files.
    bytes: 100 * (5 * 4 + 2 * 5 + 1),
    missing: 200,
    hasCountries: true,
    pages: [
      { value: "/", count: 400 },
      { value: "/about", count: 200 },
    ],
    referrers: [{ value: "news.example", count: 100 }],
    countries: [
      { value: "DE", count: 300 },
      { value: "JP", count: 150 },
    ],
    missingFiles: [
      { value: "/gone", count: 100 },
      { value: "/gone.png", count: 100 },
    ],
  });
  expect(counted.points.reduce((sum, point) => sum + point.requests, 0)).toBe(1000);

  // The log has each request; a search finds its path.
  const { items, total } = await requests(id, "?size=100");
  expect(total).toBe(1000);
  expect(items.filter(({ client }) => client === "ExampleBot")).toHaveLength(10);
  expect((await requests(id, "?keyword=GONE.png")).total).toBe(100);

  // Nothing of the queries or addresses is stored in any column.
  const { rows } = await sql<{ text: string }>`
    select row_to_json(site_request)::text as text from site_request
    union all select row_to_json(site_top)::text from site_top
    union all select row_to_json(site_visitor)::text from site_visitor
  `.execute(cloud.database.db);
  const stored = rows.map(({ text }) => text).join("\n");
  for (const secret of ["secret-in-the-query", ...addresses]) expect(stored).not.toContain(secret);
});

it("forgets who visited once the day is over, keeps the counts, and is invisible to other teams", async () => {
  const id = await owner.site("quiet", { "index.html": "home" });
  await get("quiet", "/", page);
  await expect.poll(async () => (await analytics(id)).visitors).toBe(1);
  const { db } = cloud.database;
  await sql`update site_visitor set day = day - 1`.execute(db);
  await sql`update site_salt set day = day - 1`.execute(db);
  await sql`update site_request set created_at = created_at - interval '25 hours'`.execute(db);
  await sweepVisits(db);
  const { rows } = await sql<{ left: number }>`
    select ((select count(*) from site_visitor) + (select count(*) from site_salt))::int as left`.execute(db);
  expect(rows[0]!.left).toBe(0);
  expect(await analytics(id)).toMatchObject({ visitors: 1, views: 1 });
  expect((await requests(id)).total).toBe(0);

  const other = await newOwner(cloud.url);
  for (const what of ["analytics", "requests"])
    expect((await other.call(`GET /api/hosting/project/${id}/${what}`, { token: other.token })).status).toBe(404);
});
