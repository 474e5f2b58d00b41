/**
 * Runs a worker process that tests kill: it processes deployments until then. DATA_DIR, DATABASE_URL … come from the
 * environment.
 */
import { pino } from "pino";
import { readConfig } from "../../../src/cloud/config.ts";
import { connectDatabase } from "../../../src/cloud/engines/database/connect.ts";
import { openHosting } from "./open-hosting.ts";

const log = pino({ level: "silent" });
const config = readConfig();
const database = connectDatabase({ connectionString: config.DATABASE_URL! }, log);
const { hosting } = await openHosting(config, database, log);
await hosting.work();
