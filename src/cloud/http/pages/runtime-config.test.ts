import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import type { LiteHandler } from "../../engines/zksync-lite/zksync-lite.ts";
import { runtimeConfigOf } from "./runtime-config.ts";

const config = readConfig({});
const handler = {} as LiteHandler;

test.each([
  ["a local ledger with local chains", true, handler, true],
  ["a local ledger with public chains, where its coins have no value", false, handler, false],
  ["the closed network's history", true, undefined, false],
])("activation on zkSync Lite is offered only where it can pay: %s", (_, embedded, liteHandler, offered) => {
  const { features } = runtimeConfigOf(config, { evm: { chains: [], embedded }, zkSyncLite: { handler: liteHandler } });
  expect(features.zkSyncLite).toBe(offered);
});
