import { beforeAll, describe, expect, it } from "vitest";
import { boostWeb, type BoostWeb } from "./support/boost.ts";

let web: BoostWeb;
beforeAll(async () => {
  web = await boostWeb();
});

describe("a node", () => {
  it("is one per person, however often it is joined", async () => {
    const { accessToken, nodeId } = await web.join();
    const again = await web.call("POST /api/boost/node/create", { token: accessToken, body: {} });
    expect(again.body.data).toMatchObject({ isNew: false });
    expect((await web.boost.tokens.verify((again.body.data as { token: string }).token))?.nodeId).toBe(nodeId);
  });

  it("is called with its own token only, which opens nothing else", async () => {
    const { accessToken, token } = await web.join();
    const refused = { code: 401, message: "Access Denied!" };
    for (const wrong of [undefined, accessToken, "node_wrong"])
      expect((await web.call("GET /api/boost/node/info", { token: wrong })).body).toEqual(refused);
    expect((await web.call("GET /api/auth/user", { token: `Bearer ${token}` })).status).toBe(401);
  });

  it("earns 30 points an hour on the web, up to 300, and gives them once", async () => {
    const { ask } = await web.join();
    web.pass(1800);
    expect((await ask("PUT /node/claim")).body.data).toMatchObject({ collected: "15", totalPoint: "15" });
    expect((await ask("PUT /node/claim")).body.data).toMatchObject({ collected: "0", totalPoint: "15" });
    web.pass(1_000_000);
    expect((await ask("GET /node/info")).body.data).toMatchObject({ claimable: "300", capacity: 300 });
  });
});
