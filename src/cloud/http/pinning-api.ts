/**
 * /api/pinning/pins: the IPFS Pinning Service API 1.0 for programs of any origin, such as `ipfs pin remote`. Responses
 * and errors have the standard's format instead of the envelope. Requires a pinning token, `Authorization: Bearer
 * <token>`.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { pinningErrors, type PinningReason } from "../../../resources/bucket/pinning-errors.ts";
import type { DocumentedError } from "../../../resources/errors.ts";
import { aliases } from "../../../resources/aliases.ts";
import type { OperationAction } from "../../../resources/account/operation-actions.ts";
import { AppError } from "../app-error.ts";
import type { Database, Trx } from "../engines/database/database.ts";
import { schemeOf } from "../engines/network/client.ts";
import { recordOperation } from "../services/operation-log/service.ts";
import { pinStatusOf } from "../services/pinning/present.ts";
import { ProtocolError, readFilter, readPin } from "../services/pinning/protocol.ts";
import type { Pinning, PinRow } from "../services/pinning/service.ts";
import type { KeyOwner, ProgramKeys } from "../services/program-keys/service.ts";
import { tokenIn } from "../services/auth/service.ts";
import { asAppError } from "./envelope.ts";
import { createRateLimit } from "./rate-limit.ts";

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
const anyOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, DELETE, OPTIONS",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-expose-headers": "retry-after",
  "access-control-max-age": "86400",
};

type One = { Params: { requestid: string } };

export const registerPinningApi = (app: FastifyInstance, deps: PinningApiDeps): void => {
  const { pinning, programKeys, database, publicUrl, onFault } = deps;
  const { db } = database;
  const limit = createRateLimit(app, perMinute);

  const ownerOf = async ({ headers, ip }: FastifyRequest): Promise<KeyOwner> => {
    limit(ip);
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
      void reply.headers({ ...anyOrigin, "cache-control": "no-store" });
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
