/** Contracts that a compiler outside the server made are verified in a rollup's explorer. */
import { ContractFactory } from "ethers";
import { beforeAll, expect, test } from "vitest";
import type { RollupSource } from "../../../resources/raas/public-calls.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { runningRollup, type RunningRollup } from "../../support/chains/running-rollup.ts";
import { compiled, provideSolc, solcInput, solcVersion } from "../../support/chains/solc.ts";
import { callerOf } from "../../support/server/api.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";

const shop = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import "./prices.sol";
contract Shop {
  uint256 public immutable opened;
  address immutable keeper;
  mapping(address => uint256) public baskets;
  constructor(uint256 at) { opened = at; keeper = msg.sender; }
  function buy(uint256 apples) external { baskets[msg.sender] += Prices.costOf(apples); }
}`;
const prices = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
library Prices {
  function costOf(uint256 apples) public pure returns (uint256) { return apples * 3; }
}`;
const plain = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Gate { bool public open; function toggle() external { open = !open; } }`;

const { settings: optimizer } = solcInput({});

let rollup: RunningRollup;
let deploy: (input: ReturnType<typeof solcInput>, path: string, name: string, ...args: unknown[]) => Promise<string>;
let verify: (address: string, input: unknown, compiler?: string) => ReturnType<ReturnType<typeof callerOf>>;
let call: ReturnType<typeof callerOf>;
let url: string;

beforeAll(async () => {
  const cloud = await faultlessCloud({ EVM_BLOCK_MS: "20" });
  ({ url } = cloud);
  call = callerOf(url);
  await provideSolc(cloud.config.DATA_DIR);
  rollup = await runningRollup(url, "Orchard");
  const { accessToken: token } = await signIn(url, rollup.account);
  const wallet = await rollup.wallet();
  deploy = async (input, path, name, ...args) => {
    const { abi, bytecode } = compiled(input, path, name);
    const contract = await new ContractFactory(abi, bytecode, wallet).deploy(...args);
    await rollup.mined(contract.deploymentTransaction()!.hash);
    return contract.getAddress();
  };
  verify = (address, input, compiler = solcVersion) =>
    call(`POST /api/raas/rollup/${rollup.id}/abi/${address}/source`, {
      token,
      body: { compiler, input: JSON.stringify(input) },
    });
});

const sourceAt = async (address: string) =>
  call(`GET /api/raas/chain/${rollup.chainId}/abi/${address}/source`) as Promise<{
    status: number;
    body: { data: RollupSource };
  }>;

test("a contract, a library and a contract with immutable variables that links it match their sources exactly", async () => {
  const gateInput = solcInput({ "Gate.sol": plain });
  const gate = await deploy(gateInput, "Gate.sol", "Gate");
  expect((await sourceAt(gate)).status).toBe(404);
  expect((await verify(gate, gateInput)).body.data).toEqual({ name: "Gate", match: "exact" });

  const files = { "src/shop.sol": shop, "src/prices.sol": prices };
  const library = await deploy(solcInput(files), "src/prices.sol", "Prices");
  const unlinked = await verify(library, solcInput(files));
  expect(unlinked.body.data).toEqual({ name: "Prices", match: "exact" });
  const linked = solcInput(files, { ...optimizer, libraries: { "src/prices.sol": { Prices: library } } });
  const address = await deploy(linked, "src/shop.sol", "Shop", 1_700_000_000n);
  const refused = await verify(address, solcInput(files));
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining("under libraries")]);
  // As in a build info of Hardhat or Foundry.
  expect((await verify(address, { solcVersion, input: linked })).body.data).toEqual({
    name: "Shop",
    match: "exact",
  });

  const { body } = await sourceAt(address);
  expect(body.data).toMatchObject({ match: "exact", contract: "src/shop.sol:Shop", compiler: solcVersion });
  expect(body.data.files).toContainEqual({ path: "src/prices.sol", content: prices });
  expect(JSON.parse(body.data.settings)).toMatchObject({ optimizer: { runs: 200 } });
  const named = await call(`GET /api/raas/chain/${rollup.chainId}/abi/${address}`);
  expect(named.body.data).toMatchObject({ name: "Shop", match: "exact", abi: expect.stringContaining('"buy"') });
});

test("changed comments match in part; changed code, other settings and errors are refused with the reason", async () => {
  const input = solcInput({ "Gate.sol": plain });
  const gate = await deploy(input, "Gate.sol", "Gate");
  const commented = solcInput({ "Gate.sol": `${plain} // the north gate` });
  expect((await verify(gate, commented)).body.data).toEqual({ name: "Gate", match: "partial" });
  for (const [other, code, words] of [
    [solcInput({ "Gate.sol": plain.replace("!open", "true") }), "ROLLUP_SOURCE_DIFFERS", "None of the compiled"],
    [solcInput({ "Gate.sol": plain }, { evmVersion: "paris" }), "ROLLUP_SOURCE_DIFFERS", "optimizer"],
    [solcInput({ "Gate.sol": plain.replace("external", "extrenal") }), "ROLLUP_SOURCE_FAILED", "Gate.sol:3"],
    [{ language: "Vyper", sources: {} }, "ROLLUP_SOURCE_INVALID", "standard JSON"],
    [{ ...input, sources: { "Gate.sol": { urls: ["https://example.com/Gate.sol"] } } }, "ROLLUP_SOURCE_INVALID", ""],
  ] as const) {
    const { status, body } = await verify(gate, other);
    expect([status, body.code, body.message]).toEqual([422, code, expect.stringContaining(words)]);
  }
  expect((await sourceAt(gate)).body.data.match).toBe("partial");
  expect((await verify(gate, input, "0.4.1")).status).toBe(422);
  expect((await verify(`0x${"1".repeat(40)}`, input)).status).toBe(404);
});
