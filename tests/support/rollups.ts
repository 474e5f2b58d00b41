/** The rollups engine on chains and a database of its own. */
import { randomUUID } from "node:crypto";
import { openEmbeddedRollups, type EmbeddedRollups } from "../../src/cloud/engines/rollups/embedded/open.ts";
import type { RollupOrder } from "../../src/cloud/engines/rollups/rollups.ts";
import { createSecretBox } from "../../src/cloud/services/secret-box.ts";
import { testEvm, type TestEvm } from "./evm.ts";
import { atFileEnd } from "./file-end.ts";
import { pino } from "pino";

export interface TestRollups extends EmbeddedRollups {
  readonly evm: TestEvm;
  /** What was logged as a warning or an error. */
  readonly faults: Record<string, unknown>[];
}

interface Options {
  readonly evm?: TestEvm;
  readonly idleMs?: number;
  readonly withdrawPeriod?: number;
}

/** Opened on new chains unless given; closed when the test file ends. */
export const testRollups = async ({ evm: given, idleMs, withdrawPeriod = 1 }: Options = {}): Promise<TestRollups> => {
  const evm = given ?? (await testEvm());
  const faults: Record<string, unknown>[] = [];
  const log = pino({ level: "warn" }, { write: (line) => faults.push(JSON.parse(line) as Record<string, unknown>) });
  const { database, dataDir } = evm;
  const seals = createSecretBox({ DATA_DIR: dataDir, SECRET_KEY: "the same secret in all of these tests" });
  const idle = idleMs === undefined ? {} : { idleMs };
  const rollups = await openEmbeddedRollups({
    database,
    seals,
    evm,
    dataDir,
    blockMs: 20,
    withdrawPeriod,
    ...idle,
    log,
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= rollups.close());
  atFileEnd(close);
  return { ...rollups, close, evm, faults };
};

let chainId = 909_001;
/** An order with a chain id that no other has. */
export const rollupOrder = (more: Partial<RollupOrder> = {}): RollupOrder => ({
  id: randomUUID(),
  name: "Harbour",
  chainId: chainId++,
  framework: "OP",
  settlement: "ethereum",
  ...more,
});
