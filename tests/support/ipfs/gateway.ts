import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Blocks } from "../../../src/cloud/engines/blocks/blocks.ts";
import type { Dns } from "../../../src/cloud/engines/dns/dns.ts";
import { createHostnames } from "../../../src/cloud/hosting/hostnames/service.ts";
import {
  createGateway,
  type CustomHosts,
  type Gateway,
  type GatewayOptions,
  type Served,
  type Site,
} from "../../../src/cloud/gateway/serve/service.ts";
import { testBlocks, testFolder } from "./blocks.ts";
import type { TestDatabase } from "../database/database.ts";
import { atFileEnd } from "../file-end.ts";
import { recordClient, trustedProxies } from "../../../src/cloud/engines/network/client.ts";
import { silentRealtime } from "../server/realtime.ts";
import { ask, type Reply } from "../server/http.ts";
import { keyStream, referenceCid, writeFiles, type Files } from "./unixfs.ts";

const MiB = 1024 * 1024;
export const video = keyStream("video")(3 * MiB);

const files: Files = {
  "index.html": "<h1>Home</h1>",
  "app.js": "export {};",
  "style.css": "body{}",
  "data.json": "{}",
  LICENSE: "MIT",
  "evil.txt": "<script>alert(1)</script>",
  "docs/index.html": "docs",
  "docs/größe & co.html": "ä",
  "plain/<b>.txt": "x",
  "video.mp4": video,
  "empty.txt": "",
};

type CustomHost = NonNullable<Awaited<ReturnType<CustomHosts["find"]>>>;

export interface TestGatewayOptions extends Pick<GatewayOptions, "access" | "names" | "denylist"> {
  readonly dns?: Pick<Dns, "texts"> | undefined;
}

export interface TestGateway {
  readonly gateway: Gateway;
  readonly blocks: Blocks;
  readonly database: TestDatabase;
  readonly port: number;
  /** Root of site.localhost and plain.localhost. */
  readonly root: string;
  readonly plainRoot: string;
  /** Site by host name; call `gateway.invalidate("project", label)` after a change. */
  readonly sites: Map<string, Site>;
  readonly served: Served[];
  /** Target by custom host; call `gateway.invalidateHost(name)` after a change. */
  readonly customHosts: Map<string, CustomHost>;
  /** Publishes files at <label>.localhost. Returns their root. */
  publish(label: string, files: Files, settings?: Pick<Site, "rewrite" | "directoryList">): Promise<string>;
  /** Number of database connections used so far. */
  queries(): number;
  site(path: string, headers?: object, method?: string): Promise<Reply>;
}

/**
 * Starts a gateway on a separate port: sites "site" and "plain", "vacant" without a deployment, "gone" without its
 * files.
 */
export const testGateway = async ({ dns, ...options }: TestGatewayOptions = {}): Promise<TestGateway> => {
  const { blocks, database } = await testBlocks();
  const importFiles = async (content: Files): Promise<string> => {
    const folder = await testFolder();
    await writeFiles(folder, content);
    return (await blocks.importFolder(folder)).cid;
  };
  const root = await importFiles(files);
  const plainRoot = await importFiles({ "404.html": "<h1>own</h1>", "index.html": "plain" });
  const nowhere = await referenceCid([{ path: "a", content: Buffer.from("never here") }], { wrapWithDirectory: true });
  const siteOf = (label: string, cid: string): [string, Site] => [label, { cid, teamId: "team", subject: label }];
  const sites = new Map([siteOf("site", root), siteOf("plain", plainRoot), siteOf("gone", nowhere)]);

  const hostnames = createHostnames();
  const served: Served[] = [];
  const customHosts = new Map<string, CustomHost>();
  const gateway = createGateway(
    { blocks, database, realtime: silentRealtime, ...(dns && { dns }) },
    {
      ...options,
      contentDomain: "localhost",
      publicUrl: "http://dashboard.example",
      hostnames,
      customHosts: { has: (name) => customHosts.has(name), find: async (name) => customHosts.get(name) },
      onServed: (sent) => void served.push(sent),
    },
  );
  gateway.registerKind("project", async (id) => sites.get(id));
  await database.db.transaction().execute(async (trx) => {
    for (const label of ["site", "plain", "vacant", "gone"]) await hostnames.claim(trx, label, "project", label);
  });
  const publish: TestGateway["publish"] = async (label, content, settings = {}) => {
    const cid = await importFiles(content);
    if (!sites.has(label))
      await database.db.transaction().execute((trx) => hostnames.claim(trx, label, "project", label));
    sites.set(label, { cid, teamId: "team", subject: label, ...settings });
    gateway.invalidate("project", label);
    return cid;
  };
  let queries = 0;
  for (const pool of database.pools) pool.onWait(() => queries++);
  const port = await listen(gateway);
  const site: TestGateway["site"] = (path, headers = {}, method = "GET") =>
    ask(port, `site.localhost:${port}`, path, { headers: { ...headers }, method });
  return {
    gateway,
    blocks,
    database,
    port,
    root,
    plainRoot,
    sites,
    served,
    customHosts,
    publish,
    queries: () => queries,
    site,
  };
};

const listen = async (gateway: Gateway): Promise<number> => {
  const proxies = trustedProxies(["127.0.0.1", "::1"]);
  const server = createServer((request, response) => {
    recordClient(request, proxies);
    void gateway.handle(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};
