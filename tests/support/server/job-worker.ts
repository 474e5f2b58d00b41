/**
 * Runs a worker process for the job tests: it takes a job of the queue "slow", prints so, and never finishes. Argument:
 * database URL.
 */
import { pino } from "pino";
import { connectDatabase } from "../../../src/cloud/engines/database/connect.ts";
import { openJobs } from "../../../src/cloud/engines/jobs/open.ts";

const log = pino({ level: "silent" });
const database = connectDatabase({ connectionString: process.argv[2]! }, log);
const jobs = await openJobs(database, log);
await jobs.define("slow", { concurrency: 1, retries: 3, expireSeconds: 600 });
await jobs.work("slow", () => {
  process.stdout.write("working\n");
  return new Promise(() => undefined);
});
