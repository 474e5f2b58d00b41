/**
 * The S3 endpoint: path style at /s3 and at the host s3.<CONTENT_DOMAIN>, virtual-hosted at <bucket>.s3.<CONTENT_DOMAIN>. See
 * docs/reference/s3-compatibility.md.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { s3Path } from "../../../../resources/runtime-config.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../engines/database/database.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Outcomes } from "../../billing/ledger/usage/outcomes.ts";
import type { Usage } from "../../billing/ledger/usage/usage.ts";
import type { Buckets } from "../buckets/service.ts";
import { recordOperation } from "../../account/operation-log/service.ts";
import type { Describe } from "./exchange.ts";
import { createS3Handler } from "./handler.ts";
import type { AccessKeys } from "./keys/access-keys.ts";
import { createTraffic } from "./traffic.ts";

export type { Describe } from "./exchange.ts";

interface Deps {
  readonly config: Pick<Config, "CONTENT_DOMAIN" | "PUBLIC_URL">;
  readonly database: Pick<Database, "db">;
  readonly buckets: Buckets;
  readonly keys: Pick<AccessKeys, "find" | "recordUse">;
  readonly usage: Pick<Usage, "record">;
  readonly allowance: Pick<Allowance, "ask">;
  readonly outcomes: Pick<Outcomes, "record">;
}

export const createS3 = ({ config, database: { db }, buckets, keys, usage, allowance, outcomes }: Deps) => {
  const describers: Describe[] = [];
  const host = `s3.${config.CONTENT_DOMAIN}`;
  /** Returns the bucket that a host names; "" for the endpoint itself, undefined for other hosts. */
  const bucketAt = (given: string): string | undefined => {
    const name = given.toLowerCase().replace(/:\d+$/, "");
    if (name === host) return "";
    return name.endsWith(`.${host}`) ? name.slice(0, -host.length - 1) : undefined;
  };
  const handler = createS3Handler({
    buckets,
    keys,
    outcomes,
    traffic: createTraffic({ db, usage, allowance }),
    describe: async (bucket, object) =>
      Object.assign({}, ...(await Promise.all(describers.map((describe) => describe(bucket, object))))),
    log: ({ teamId, personId, tokenHash }, action, target) => {
      const via = tokenHash ? "SESSION" : "TOKEN";
      return recordOperation(db, { teamId, personId, via, action, target, details: {}, ip: "" });
    },
    ownOrigin: config.PUBLIC_URL && new URL(config.PUBLIC_URL).origin,
  });
  return {
    /** Whether a host is the endpoint's, or one of its buckets'. */
    servesHost: (given: string): boolean => bucketAt(given) !== undefined,
    /** Whether a path on another host is the endpoint's. */
    servesPath: (url: string): boolean => url.startsWith(s3Path) && ["", "/", "?"].includes(url.charAt(s3Path.length)),
    /** Handles a request. Throws unexpected errors after responding. */
    handle: (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const bucketName = bucketAt(request.headers.host ?? "");
      return handler(request, response, {
        prefix: bucketName === undefined ? s3Path : "",
        bucketName: bucketName ?? "",
      });
    },
    /** Adds metadata to GET and HEAD responses of objects, such as their Arweave hash. */
    describe: (describe: Describe): void => void describers.push(describe),
  };
};
