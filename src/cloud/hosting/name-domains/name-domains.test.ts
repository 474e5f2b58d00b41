import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  nameDomainCalls,
  nameDomains,
  type NameDomain,
  type NameVerification,
} from "../../../../resources/hosting/domains/name-services.ts";
import { domainsPerProject } from "../../../../resources/limits.ts";
import { nobody, testNameChain } from "../../../../tests/support/chains/name-service/chain.ts";
import { testWeb } from "../../../../tests/support/server/web.ts";
import { openNameServices } from "../../engines/name-services/open.ts";
import { nameDomainRoutes } from "./routes.ts";
import { createNameDomains } from "./service.ts";

const content = "ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4";
const v0 = "ipfs://QmRAQB6YaCyidP37UdDnjFY5vQuiBrcqdyoW1CuDgwxkD4";
const path = "/api/hosting/project/decentralized/domain";

let web: Awaited<ReturnType<typeof testWeb>>;
let chain: Awaited<ReturnType<typeof testNameChain>>;
beforeAll(async () => {
  chain = await testNameChain();
  const unreachable = { SPACEID_RPC_URL: "http://127.0.0.1:9", SPACEID_REGISTRY: `0x${"22".repeat(20)}` };
  const ours = { ENS_RPC_URL: chain.url, ENS_REGISTRY: chain.registry, SOLANA_RPC_URL: undefined };
  const names = createNameDomains(openNameServices({ ...ours, ...unreachable }));
  web = await testWeb({ resources: [nameDomains], calls: nameDomainCalls, routes: nameDomainRoutes(names) });
});

const newUser = async () => {
  const { accessToken: token, teamId } = await web.signIn();
  const projectId = randomUUID();
  const values = { id: projectId, team_id: teamId, name: "orchard", label: projectId, platform: "IPFS" } as const;
  await web.database.db
    .insertInto("project")
    .values({ ...values, deploy_type: "UPLOAD" })
    .execute();
  const call = (line: string, body?: unknown) => web.call(line, { token, ...(body !== undefined && { body }) });
  return {
    projectId,
    call,
    add: (domain: string, more: object = {}) =>
      call(`POST ${path}`, { projectId, domain, type: "ens", content, ...more }),
    list: async (query = "") =>
      (await call(`GET ${path}${query}`)).body.data as { items: NameDomain[]; connected: string[] },
    verify: async (id: string) => (await call(`POST ${path}/${id}/verify`)).body.data as NameVerification,
  };
};
const idIn = ({ body }: { body: { data: unknown } }): string => (body.data as { id: string }).id;

describe("a name of a name service", () => {
  it("is added to a project, and verified once its record on chain points to the content", async () => {
    const ada = await newUser();
    await chain.take("grove.eth", chain.deployer);
    const id = idIn(await ada.add("Grove.ETH", { content: v0 }));
    const added = { id, domain: "grove.eth", type: "ens", content, state: "pending", projectName: "orchard" };
    expect(await ada.list()).toMatchObject({ items: [added], connected: ["ens", "spaceid"] });

    const before = await ada.verify(id);
    expect(before).toMatchObject({ success: false, message: "grove.eth has no record.", owner: chain.deployer });
    expect(before.value).toMatch(/^0xe30101701220/);
    const { to, data, ...rest } = before.setting!;
    expect(rest).toEqual({ chainId: 1, registry: chain.registry });
    expect((await ada.list()).items[0]).toMatchObject({ state: "pending", message: "grove.eth has no record." });

    await chain.send({ to: to as `0x${string}`, data: data as `0x${string}` });
    expect(await ada.verify(id)).toMatchObject({ success: true, message: "", current: content });
    expect((await ada.list(`?projectId=${ada.projectId}`)).items[0]).toMatchObject({
      state: "valid",
      current: content,
    });

    // Other content must be set again; the current record is reported.
    const ipns = "ipns://12D3KooWK99VoVxNE7XzyBwXEzW7xhK7Gpv85r9F3V3fyKSUKPH5";
    expect(await ada.call(`PUT ${path}/${id}`, { content: ipns })).toMatchObject({ status: 200 });
    expect(await ada.verify(id)).toMatchObject({ success: false, message: `grove.eth points to ${content}.` });
    expect((await ada.list()).items[0]).toMatchObject({ content: expect.stringMatching(/^ipns:\/\/k51/) as string });
    expect(await ada.call(`DELETE ${path}/${id}`)).toMatchObject({ status: 200 });
    expect((await ada.list()).items).toEqual([]);
  });

  it("reports what is missing on chain", async () => {
    const ada = await newUser();
    await chain.take("bare.eth", chain.deployer, { resolver: nobody });
    const free = await ada.verify(idIn(await ada.add("free.eth")));
    expect(free).toMatchObject({ success: false, message: "free.eth is not registered on ENS.", owner: "" });
    const bare = await ada.verify(idIn(await ada.add("bare.eth")));
    expect(bare.message).toBe("bare.eth has no resolver. Set one in the ENS app first.");
    expect([free.setting, bare.setting]).toEqual([undefined, undefined]);
  });

  it("is rejected if it is invalid, already added, has invalid content, or its service is not configured", async () => {
    const ada = await newUser();
    expect(await ada.add("orchard")).toMatchObject({
      status: 422,
      body: { data: { domain: ["Invalid ENS name. Use a name such as orchard.eth."] } },
    });
    for (const wrong of ["https://a.example", "ipfs://hello", `${content}/folder`])
      expect(await ada.add("orchard.eth", { content: wrong })).toMatchObject({ status: 422 });
    expect(await ada.add("orchard.eth")).toMatchObject({ status: 200 });
    expect(await ada.add("ORCHARD.eth")).toMatchObject({ status: 409 });
    expect(await ada.add("orchard.sol", { type: "sns" })).toMatchObject({ body: { code: "NAME_SERVICE_OFF" } });
    const id = idIn(await ada.add("orchard.bnb", { type: "spaceid" }));
    expect(await ada.call(`POST ${path}/${id}/verify`)).toMatchObject({ body: { code: "NAME_SERVICE_UNREACHABLE" } });
    expect((await ada.list()).items[0]).toMatchObject({ domain: "orchard.bnb", state: "pending" });
  });

  it("of another team returns 404", async () => {
    const [ada, eve] = [await newUser(), await newUser()];
    const id = idIn(await ada.add("hers.eth"));
    for (const [line, body] of [
      [`PUT ${path}/${id}`, { content }],
      [`POST ${path}/${id}/verify`, undefined],
      [`DELETE ${path}/${id}`, undefined],
      [`POST ${path}`, { projectId: ada.projectId, domain: "hers.eth", type: "ens", content }],
    ] as const)
      expect(await eve.call(line, body)).toMatchObject({ status: 404 });
    expect(await eve.list()).toMatchObject({ items: [] });
    expect((await eve.list(`?projectId=${ada.projectId}`)).items).toEqual([]);
  });

  it("is limited to 20 per project", async () => {
    const ada = await newUser();
    for (let count = 0; count < domainsPerProject; count += 1)
      expect(await ada.add(`tree${count}.eth`)).toMatchObject({ status: 200 });
    expect(await ada.add("one-more.eth")).toMatchObject({ status: 409 });
  });
});
