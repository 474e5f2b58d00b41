import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Config } from "../config.ts";

const ownId = `${hostname()}-${randomUUID().slice(0, 8)}`;

/** Returns the ID of this process in logs: WORKER_ID, or its host name with a suffix, the same for the life of the process. */
export const processId = ({ WORKER_ID }: Pick<Config, "WORKER_ID">): string => WORKER_ID ?? ownId;

/** Version of Freehold. */
export const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
  readonly version: string;
};
