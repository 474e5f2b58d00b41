import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { address, getAddressEncoder } from "@solana/kit";
import { beforeAll, describe, expect, it } from "vitest";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { nobody, testNameChain } from "../../../../tests/support/chains/name-service/chain.ts";
import type { NameService } from "./name-services.ts";
import { openNameServices } from "./open.ts";
import { accountOf } from "./sns.ts";

const content = "ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4";
const none = { ENS_RPC_URL: undefined, SPACEID_RPC_URL: undefined, SOLANA_RPC_URL: undefined };
const registries = { ENS_REGISTRY: `0x${"11".repeat(20)}`, SPACEID_REGISTRY: `0x${"22".repeat(20)}` };

describe("ENS and Space ID", () => {
  let chain: Awaited<ReturnType<typeof testNameChain>>;
  let ens: NameService;
  beforeAll(async () => {
    chain = await testNameChain();
    const ours = { ENS_RPC_URL: chain.url, ENS_REGISTRY: chain.registry };
    ens = openNameServices({ ...none, ...registries, ...ours }).find("ens")!;
  });

  it("reads a name's owner, resolver and content hash, which the owner's transaction sets", async () => {
    await chain.take("orchard.eth", chain.deployer);
    const before = await ens.look("orchard.eth");
    expect(before).toEqual({ owner: chain.deployer, resolver: expect.stringMatching(/^0x/) as string, content: "" });
    const setting = (await ens.setting("orchard.eth", before, content))!;
    expect(setting).toMatchObject({ chainId: 1, registry: chain.registry });
    await chain.send({ to: setting.to as `0x${string}`, data: setting.data as `0x${string}` });
    expect(await ens.look("orchard.eth")).toMatchObject({ content });
    expect(await chain.contentHash("orchard.eth")).toBe(await ens.valueOf(content));
  });

  it("reports what is missing for an unowned name or one without a resolver", async () => {
    const missing = { owner: undefined, resolver: undefined, content: "" };
    expect(await ens.look("nobody.eth")).toEqual(missing);
    await chain.take("bare.eth", chain.deployer, { resolver: nobody });
    const bare = await ens.look("bare.eth");
    expect(bare).toEqual({ ...missing, owner: chain.deployer });
    expect(await ens.setting("bare.eth", bare, content)).toBeUndefined();
    // A resolver without content hash support.
    await chain.take("odd.eth", chain.registry);
    expect(await ens.look("odd.eth")).toMatchObject({
      owner: expect.stringMatching(new RegExp(chain.registry, "i")) as string,
      content: "",
    });
  });

  it("normalizes names and recognizes those of Space ID by their ending", async () => {
    expect(await ens.normalise(" Orchard.ETH ")).toBe("orchard.eth");
    for (const name of ["orchard", "a..eth", "or chard.eth", ""]) expect(await ens.normalise(name)).toBeUndefined();
    const spaceId = openNameServices({
      ...none,
      ...registries,
      SPACEID_RPC_URL: chain.url,
      SPACEID_REGISTRY: chain.registry,
    }).find("spaceid")!;
    expect(await spaceId.normalise("orchard.bnb")).toBe("orchard.bnb");
    expect(await spaceId.normalise("orchard.eth")).toBeUndefined();
    await chain.take("orchard.bnb", chain.deployer);
    expect(await spaceId.look("orchard.bnb")).toMatchObject({ owner: chain.deployer, content: "" });
  });

  it("follows no offchain lookup to a URL from a resolver: anyone may have written it", async () => {
    const requests: string[] = [];
    const url = await serve((path) => {
      requests.push(path);
      return { data: "0x" };
    });
    await chain.take("trap.eth", chain.deployer, { resolver: await chain.offchainResolver(`${url}/{sender}/{data}`) });
    expect(await ens.look("trap.eth")).toMatchObject({ owner: chain.deployer, content: "" });
    expect(requests).toEqual([]);
  });

  it("throws if the node is unreachable, instead of reporting no record", async () => {
    const unreachable = openNameServices({ ...none, ...registries, ENS_RPC_URL: "http://127.0.0.1:9" }).find("ens")!;
    await expect(unreachable.look("orchard.eth")).rejects.toThrow();
  });

  it("sends the credentials of its URL, and asks once more if the node does not answer", async () => {
    const authorizations: (string | undefined)[] = [];
    const url = await serve((_path, _body, { authorization }) => {
      authorizations.push(authorization);
      // Every first response is empty.
      return authorizations.length % 2 === 0 ? { jsonrpc: "2.0", id: 1, result: "0xaa36a7" } : undefined;
    });
    const rpcUrl = url.replace("http://", "http://ann:p%40ss@");
    const asking = openNameServices({ ...none, ...registries, ENS_RPC_URL: rpcUrl }).find("ens")!;
    const state = { owner: chain.deployer, resolver: chain.registry, content: "" };
    expect(await asking.setting("orchard.eth", state, content)).toMatchObject({ chainId: 11_155_111 });
    const basic = `Basic ${Buffer.from("ann:p@ss").toString("base64")}`;
    expect(authorizations).toEqual([basic, basic]);
  });

  it("is unavailable without a node URL", () => {
    const services = openNameServices({ ...none, ...registries });
    expect([services.find("ens"), services.find("spaceid"), services.find("sns")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("Solana Name Service", () => {
  const owner = address("7YQ8oD32pkyNnb7v4gJDpNqFvrDkgNs4J47ThK9A9ws6");

  it("finds a name at its address on the public network", async () => {
    // bonfida.sol, as in the service's own documentation and tests.
    const root = address("58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx");
    expect(await accountOf("bonfida", root)).toBe("Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb");
  });

  it("reads a name's owner and its IPFS record", async () => {
    const root = address("58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx");
    const domain = await accountOf("orchard", root);
    const header = Buffer.concat([Buffer.alloc(32), Buffer.from(getAddressEncoder().encode(owner)), Buffer.alloc(32)]);
    const accounts = new Map<string, Buffer>([
      [domain, header],
      [await accountOf("\u0001IPFS", domain), Buffer.concat([header, Buffer.from(content), Buffer.alloc(20)])],
    ]);
    const url = await nodeOf(accounts);
    const sns = openNameServices({ ...none, ...registries, SOLANA_RPC_URL: url }).find("sns")!;
    expect(await sns.normalise("Orchard.SOL")).toBe("orchard.sol");
    expect(await sns.look("orchard.sol")).toEqual({ owner, resolver: undefined, content });
    expect(await sns.look("nobody.sol")).toEqual({ owner: undefined, resolver: undefined, content: "" });
    expect(await sns.valueOf(content)).toBe(content);
  });
});

/** A Solana node with these accounts. */
const nodeOf = (accounts: ReadonlyMap<string, Buffer>): Promise<string> =>
  serve((_path, body) => {
    const { params } = JSON.parse(body) as { params: [string] };
    const data = accounts.get(params[0]);
    const value = data ? { data: [data.toString("base64"), "base64"] } : null;
    return { jsonrpc: "2.0", id: 1, result: { value } };
  });

const serve = async (
  answer: (path: string, body: string, headers: IncomingHttpHeaders) => unknown,
): Promise<string> => {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => response.end(JSON.stringify(answer(request.url!, body, request.headers))));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  atFileEnd(async () => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
