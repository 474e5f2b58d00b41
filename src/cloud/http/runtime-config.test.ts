import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import type { LiteFront } from "../engines/zksync-lite/zksync-lite.ts";
import { runtimeConfigOf } from "./runtime-config.ts";

const config = readConfig({});
const front = {} as LiteFront;

test.each([
  ["an own ledger beside own chains", true, front, true],
  ["an own ledger beside public chains, where its coins are worth nothing", false, front, false],
  ["the closed network's history", true, undefined, false],
])("activation on zkSync Lite is offered only where it can pay: %s", (_, embedded, liteFront, offered) => {
  const { features } = runtimeConfigOf(config, { evm: { chains: [], embedded }, zkSyncLite: { front: liteFront } });
  expect(features.zkSyncLite).toBe(offered);
});
