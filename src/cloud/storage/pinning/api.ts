/**
 * /api/pinning/pins: the IPFS Pinning Service API 1.0 for programs of any origin, such as `ipfs pin remote`. Responses
 * and errors have the standard's format instead of the envelope. Requires a pinning token, `Authorization: Bearer
 * <token>`.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { pinningErrors, type PinningReason } from "../../../../resources/storage/errors.ts";
import type { DocumentedError } from "../../../../resources/declare/shared-errors.ts";
import { aliases } from "../../../../resources/declare/aliases.ts";
import type { OperationAction } from "../../../../resources/account/operation-log/operation-actions.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Database, Trx } from "../../engines/database/database.ts";
import { schemeOf } from "../../engines/network/client.ts";
import { recordOperation } from "../../account/operation-log/service.ts";
import { matches, pinStatusOf, rootOf, type NewPin, type PinFilter } from "./rows.ts";
import type { Pinning, PinRow } from "./service.ts";
import type { KeyOwner, ProgramKeys } from "../../account/program-keys/service.ts";
import { tokenIn } from "../../account/auth/service.ts";
import { asAppError } from "../../kernel/calls/envelope.ts";
import { createRateLimit } from "../../kernel/limits/rate-limit.ts";
import {
  pinCidsAskedMax,
  pinMetaBytesMax,
  pinMetaKeysMax,
  pinNameMax,
  pinOriginLengthMax,
  pinOriginsMax,
  pinsListedDefault,
  pinsListedMax,
} from "../../../../resources/storage/pin-limits.ts";
import { pinStates } from "../../../../resources/storage/pins.ts";
import { parseJson } from "../../engines/network/parse-json.ts";
import { anyOrigin } from "../../engines/network/any-origin.ts";

export interface PinningApiDeps {
  readonly pinning: Pinning;
  readonly programKeys: Pick<ProgramKeys, "verify">;
  readonly database: Pick<Database, "db">;
  readonly publicUrl?: string | undefined;
  /** Called with each internal error. */
  onFault(error: unknown): void;
}

const perMinute = 1200;
const bodyLimit = 128 * 1024;
const list = `${aliases.$pinning}/pins`;
const one = `${list}/:requestid`;
const cors = {
  ...anyOrigin,
  "access-control-allow-methods": "GET, POST, DELETE, OPTIONS",
  "access-control-expose-headers": "retry-after",
  "access-control-max-age": "86400",
};

type One = { Params: { requestid: string } };

export const registerPinningApi = (app: FastifyInstance, deps: PinningApiDeps): void => {
  const { pinning, programKeys, database, publicUrl, onFault } = deps;
  const { db } = database;
  const limit = createRateLimit(app, "pinning", perMinute);

  const ownerOf = async ({ headers, ip }: FastifyRequest): Promise<KeyOwner> => {
    await limit(ip);
    const owner = await programKeys.verify(tokenIn(headers.authorization));
    if (owner?.purpose !== "PINNING") throw new AppError("UNAUTHORIZED");
    return owner;
  };
  const delegatesFor = (request: FastifyRequest): Promise<string[]> =>
    pinning.delegates(publicUrl ?? `${schemeOf(request.raw)}://${request.host}`);

  /** Runs one change in one transaction, with its entry in the operation log. */
  const change = async (
    request: FastifyRequest,
    action: OperationAction,
    work: (trx: Trx, owner: KeyOwner) => Promise<PinRow>,
  ): Promise<PinRow> => {
    const owner = await ownerOf(request);
    const row = await db.transaction().execute(async (trx) => {
      const done = await work(trx, owner);
      const { teamId, userId: personId } = owner;
      const target = done.name ?? done.cid;
      await recordOperation(trx, { teamId, personId, via: "TOKEN", action, target, details: {}, ip: request.ip });
      return done;
    });
    pinning.changed(row);
    return row;
  };

  app.register(async (scope) => {
    scope.addHook("onRequest", async (_request, reply) => {
      void reply.headers({ ...cors, "cache-control": "no-store" });
    });
    scope.setErrorHandler((error, _request, reply) => {
      const refused = refusalOf(error);
      const { retryAfterSeconds }: DocumentedError = pinningErrors[refused.reason];
      if (retryAfterSeconds !== undefined) void reply.header("retry-after", retryAfterSeconds);
      if (refused.reason === "INTERNAL_SERVER_ERROR") onFault(error);
      return reply.code(refused.status).send({ error: { reason: refused.reason, details: refused.message } });
    });
    scope.options(list, async (_request, reply) => reply.code(204).send());
    scope.options(one, async (_request, reply) => reply.code(204).send());

    scope.get(list, async (request) => {
      const { teamId } = await ownerOf(request);
      const { rows, total } = await pinning.list(db, teamId, readFilter(request.query));
      const delegates = await delegatesFor(request);
      return { count: total, results: rows.map((row) => pinStatusOf(row, delegates)) };
    });
    scope.post(list, { bodyLimit }, async (request, reply) => {
      const row = await change(request, "PINNING_SERVICE_ADD_PIN", (trx, { teamId }) =>
        pinning.add(trx, teamId, readPin(request.body)),
      );
      return reply.code(202).send(pinStatusOf(row, await delegatesFor(request)));
    });
    scope.get<One>(one, async (request) => {
      const { teamId } = await ownerOf(request);
      return pinStatusOf(await pinning.find(db, teamId, request.params.requestid), await delegatesFor(request));
    });
    scope.post<One>(one, { bodyLimit }, async (request, reply) => {
      const row = await change(request, "PINNING_SERVICE_REPLACE_PIN", (trx, { teamId }) =>
        pinning.replace(trx, teamId, request.params.requestid, readPin(request.body)),
      );
      return reply.code(202).send(pinStatusOf(row, await delegatesFor(request)));
    });
    scope.delete<One>(one, async (request, reply) => {
      await change(request, "PINNING_SERVICE_DELETE_PIN", (trx, { teamId }) =>
        pinning.remove(trx, teamId, request.params.requestid),
      );
      return reply.code(202).send();
    });
  });
};

/** The standard's reasons by error code; others are reported by their status. */
const reasons: Readonly<Partial<Record<AppError["code"], PinningReason>>> = {
  ALLOWANCE_USED_UP: "INSUFFICIENT_FUNDS",
  DISK_FULL: "INSUFFICIENT_STORAGE",
  LIMIT_REACHED: "LIMIT_REACHED",
  NOT_ACTIVATED: "NOT_ACTIVATED",
  NOT_FOUND: "NOT_FOUND",
  PAYLOAD_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  SPEND_CAP_REACHED: "INSUFFICIENT_FUNDS",
  TOO_MANY_REQUESTS: "RATE_LIMITED",
  UNAUTHORIZED: "UNAUTHORIZED",
};

const reasonOf = ({ code, status }: AppError): PinningReason => {
  if (status === 503) return "SERVICE_UNAVAILABLE";
  return reasons[code] ?? (status < 500 ? "BAD_REQUEST" : "INTERNAL_SERVER_ERROR");
};

const refusalOf = (error: unknown): ProtocolError => {
  if (error instanceof ProtocolError) return error;
  const appError = asAppError(error) ?? new AppError("INTERNAL");
  return new ProtocolError(reasonOf(appError), appError.message);
};

// Validates requests of the IPFS Pinning Service API 1.0 (https://github.com/ipfs/pinning-services-api-spec).

const cid = z.string("cid is required.").check(
  z.maxLength(200),
  z.refine((text) => !text.startsWith("/") && rootOf(text) !== undefined, "cid is invalid."),
);
const name = z.string().check(z.maxLength(pinNameMax, `name: ${pinNameMax} characters maximum.`));
const meta = z
  .record(z.string(), z.string())
  .check(
    z.refine(
      (entries) => Object.keys(entries).length <= pinMetaKeysMax && JSON.stringify(entries).length <= pinMetaBytesMax,
      `meta: ${pinMetaKeysMax} entries and ${pinMetaBytesMax} bytes maximum.`,
    ),
  );
const origin = z.string().check(z.maxLength(pinOriginLengthMax), z.regex(/^\/[^\s]+$/, "origins must be multiaddrs."));

const pin = z.object({
  cid,
  name: z.optional(z.nullable(name)),
  origins: z.optional(z.nullable(z.array(origin).check(z.maxLength(pinOriginsMax)))),
  meta: z.optional(z.nullable(meta)),
});

/** Parses the body of a request to add or replace a pin. Throws ProtocolError. */
const readPin = (body: unknown): NewPin => {
  const { cid: pinCid, name: pinName, origins, meta: entries } = checked(pin, body, "The body");
  return {
    cid: pinCid,
    ...(pinName && { name: pinName }),
    ...(origins && { origins: [...new Set(origins)] }),
    ...(entries && { meta: entries }),
  };
};

const moment = z.string().check(
  z.regex(
    /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/,
    "before and after must be timestamps such as 2026-07-27T17:32:28.276Z.",
  ),
  z.refine(
    (text) => !Number.isNaN(Date.parse(text)),
    "before and after must be timestamps such as 2026-07-27T17:32:28.276Z.",
  ),
);
const cids = z.array(cid).check(z.maxLength(pinCidsAskedMax));
const states = z.array(z.enum(pinStates)).check(z.maxLength(pinStates.length));
const query = z.object({
  cid: z.optional(z.string()),
  name: z.optional(name),
  match: z._default(z.enum(matches), "exact"),
  status: z.optional(z.string()),
  before: z.optional(moment),
  after: z.optional(moment),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pinsListedMax)), pinsListedDefault),
  meta: z.optional(z.string().check(z.maxLength(pinMetaBytesMax))),
});

/** Parses the query of a list; the default status is `pinned`. Throws ProtocolError. */
const readFilter = (input: unknown): PinFilter => {
  const filter = checked(query, input, "The query");
  return {
    roots:
      filter.cid === undefined ? undefined : checked(cids, filter.cid.split(","), "cid").map((text) => rootOf(text)!),
    name: filter.name,
    match: filter.match,
    status: filter.status === undefined ? ["pinned"] : checked(states, filter.status.split(","), "status"),
    before: filter.before === undefined ? undefined : new Date(filter.before),
    after: filter.after === undefined ? undefined : new Date(filter.after),
    meta: filter.meta === undefined ? undefined : checked(meta, parsed(filter.meta), "meta"),
    limit: filter.limit,
  };
};

/** A rejected request, in the API's format. */
class ProtocolError extends Error {
  readonly status: number;
  readonly reason: PinningReason;

  constructor(reason: PinningReason, details: string) {
    super(details);
    this.name = "ProtocolError";
    this.status = pinningErrors[reason].status;
    this.reason = reason;
  }
}

const checked = <S extends z.ZodMiniType>(schema: S, input: unknown, what: string): z.output<S> => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const at = issue?.path.join(".") ?? "";
  throw new ProtocolError("BAD_REQUEST", `${what} is not valid${at === "" ? "" : ` at ${at}`}: ${issue?.message}`);
};

const parsed = (text: string): unknown => {
  const value = parseJson(text);
  if (value === undefined) throw new ProtocolError("BAD_REQUEST", "meta must be a JSON object.");
  return value;
};
