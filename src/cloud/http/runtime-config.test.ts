import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import type { LiteHandler } from "../engines/zksync-lite/zksync-lite.ts";
import { runtimeConfigOf } from "./runtime-config.ts";

const config = readConfig({});
const front = {} as LiteHandler;

test.each([
  ["an own ledger beside own chains", true, front, true],
  ["an own ledger beside public chains, where its coins are worth nothing", false, front, false],
  ["the closed network's history", true, undefined, false],
])("activation on zkSync Lite is offered only where it can pay: %s", (_, embedded, liteHandler, offered) => {
  const { features } = runtimeConfigOf(config, { evm: { chains: [], embedded }, zkSyncLite: { front: liteHandler } });
  expect(features.zkSyncLite).toBe(offered);
});
