import { CID } from "multiformats/cid";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testGateway, type TestGateway } from "../../../../tests/support/ipfs/gateway.ts";
import { ask, type Reply } from "../../../../tests/support/server/http.ts";

let at: TestGateway;
let isHidden: boolean;
beforeAll(async () => {
  at = await testGateway({
    access: { isPublic: async () => !isHidden, teamOf: async () => "team", isOwn: async () => true },
  });
});
beforeEach(() => {
  isHidden = false;
});

const byPath = (headers = {}, method = "GET", path = `/ipfs/${at.root}/app.js`): Promise<Reply> =>
  ask(at.port, `localhost:${at.port}`, path, { headers, method });
const byHost = (headers = {}): Promise<Reply> =>
  ask(at.port, `${at.root}.ipfs.localhost:${at.port}`, "/app.js", { headers });
const shown = ({ status, headers, body }: Reply) => ({
  status,
  headers: { ...headers, date: undefined },
  body: body.toString(),
});

describe("repeated requests for content by CID", () => {
  it("are answered alike, each address with its headers", async () => {
    for (const get of [byPath, byHost]) {
      const first = shown(await get());
      expect(first).toMatchObject({ status: 200, body: "export {};" });
      expect(shown(await get())).toEqual(first);
    }
    expect((await byPath()).headers["content-security-policy"]).toBe("sandbox");
    expect((await byHost()).headers["content-security-policy"]).toBeUndefined();
  });

  it("get the format, the part, the redirect and the refusal of each request", async () => {
    const { headers } = await byPath();
    expect((await byPath({ "if-none-match": headers.etag })).status).toBe(304);
    expect((await byPath({ "if-none-match": '"other"' })).status).toBe(200);
    expect((await byPath({ range: "bytes=0-5" })).body.toString()).toBe("export");
    expect((await byPath({}, "HEAD")).body.length).toBe(0);
    expect((await byPath({ accept: "application/vnd.ipld.raw" })).headers["content-type"]).toBe(
      "application/vnd.ipld.raw",
    );
    expect((await byPath({ "sec-fetch-mode": "navigate" })).status).toBe(302);
    expect((await byPath({ "sec-fetch-site": "same-origin", "sec-fetch-dest": "script" })).status).toBe(403);
    expect(shown(await byPath()).headers).toEqual(shown({ status: 200, headers, body: Buffer.of() }).headers);
  });

  it("end with the content's publicity, and an owner's response is never kept", async () => {
    await Promise.all([byPath(), byHost()]);
    isHidden = true;
    for (const get of [byPath, byHost]) {
      expect((await get()).status).toBe(404);
      const owned = await get({ authorization: "Bearer token" });
      expect([owned.status, owned.headers["cache-control"]]).toEqual([200, "private, no-store"]);
      expect((await get()).status).toBe(404);
    }
  });

  it("stay below a custom host's site, which becomes one later", async () => {
    const get = (): Promise<Reply> => ask(at.port, "shop.example", `/ipfs/${at.root}/app.js`);
    expect((await get()).body.toString()).toBe("export {};");
    at.customHosts.set("shop.example", { kind: "project", id: "site" });
    at.gateway.invalidateHost("shop.example");
    expect((await get()).status).toBe(404);
  });

  it("are answered by content, whatever the spelling of the CID", async () => {
    const v0 = CID.parse(at.root).toV0().toString();
    for (let repeat = 0; repeat < 2; repeat++) {
      const reply = await byPath({}, "GET", `/ipfs/${v0}/app.js`);
      expect([reply.body.toString(), reply.headers["x-ipfs-path"]]).toEqual(["export {};", `/ipfs/${v0}/app.js`]);
    }
  });
});
