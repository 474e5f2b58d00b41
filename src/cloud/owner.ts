/** Runs a process with only ROLE=owner: the chains, without modules and HTTP. */
import type { Logger } from "pino";
import type { Cloud } from "./cloud.ts";
import type { Config } from "./config.ts";
import { inBackground } from "./engines/database/background.ts";
import { openBasis, openChains } from "./engines/open-chains.ts";
import { createClosers } from "./lib/closers.ts";
import { repeat } from "./kernel/repeat.ts";
import { createReport } from "./operator/system/report.ts";

const reportMs = 5000;
const diskMs = 1000;

/** Starts an owner. On failure, closes everything opened so far. */
export const startOwner = async (config: Config, log: Logger): Promise<Cloud> => {
  const closers = createClosers((name, error) => log.warn({ err: error }, `${name} did not shut down cleanly`));
  try {
    const basis = await openBasis(config, log, closers);
    await inBackground(() => openChains(config, log, closers, basis));
    const report = createReport(basis.database, config);
    const write = (): void =>
      inBackground(() => {
        report.write().catch((error: unknown) => log.warn({ err: error }, "Reporting this process failed"));
      });
    write();
    const stops = [repeat(reportMs, write), repeat(diskMs, () => basis.disk.check())];
    closers.add("The report of this process", async () => {
      for (const stop of stops) stop();
      await report.close();
    });
    return { url: "", port: 0, close: closers.closeAll };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};
