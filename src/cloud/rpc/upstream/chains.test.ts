import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readRpcChains } from "./chains.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-rpc-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = async (text: string) => {
  const path = join(folder, "upstreams.json");
  await writeFile(path, text);
  return readRpcChains({ RPC_UPSTREAMS_FILE: path, EVM_BLOCK_MS: 1000 }, { chains: [], handle: undefined });
};
const chain = (overrides: object = {}) =>
  JSON.stringify({
    ethereum: { mainnet: { name: "Ethereum", chainId: 1, upstreams: ["https://a.example"], ...overrides } },
  });

test("a chain of the file has its nodes in the order of the file, named without their URLs", async () => {
  const [ethereum] = await read(chain({ upstreams: ["https://a.example/secret", "https://b.example"] }));
  expect(ethereum).toMatchObject({ id: "ethereum/mainnet", chainId: 1, isOwn: false, blockMs: 2000, finality: 64 });
  expect(ethereum!.upstreams.map(({ name }) => name)).toEqual(["node-1", "node-2"]);
});

test.each([
  ["not JSON", "{", /RPC_UPSTREAMS_FILE: .*upstreams\.json is not valid/],
  ["no node", chain({ upstreams: [] }), /ethereum\.mainnet\.upstreams is not valid/],
  [
    "an address that is none",
    chain({ upstreams: ["ftp://a.example"] }),
    /ethereum\.mainnet\.upstreams\.0 is not valid/,
  ],
  ["a field that is none", chain({ chainid: 1 }), /ethereum\.mainnet is not valid/],
  ["a name that no address can hold", JSON.stringify({ "Ether eum": {} }), /is not valid/],
])("a file with %s is refused with one sentence that names the place", async (_what, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test("a missing file is refused with its path", async () => {
  const path = join(folder, "nowhere.json");
  const reading = readRpcChains({ RPC_UPSTREAMS_FILE: path, EVM_BLOCK_MS: 1000 }, { chains: [], handle: undefined });
  await expect(reading).rejects.toThrow(`RPC_UPSTREAMS_FILE: ${path} cannot be read.`);
});
