/** Validates requests of the IPFS Pinning Service API 1.0 (https://github.com/ipfs/pinning-services-api-spec). */
import * as z from "zod/mini";
import {
  pinCidsAskedMax,
  pinMetaBytesMax,
  pinMetaKeysMax,
  pinNameMax,
  pinOriginLengthMax,
  pinOriginsMax,
  pinsListedDefault,
  pinsListedMax,
} from "../../../../resources/bucket/pin-limits.ts";
import { pinningErrors, type PinningReason } from "../../../../resources/bucket/pinning-errors.ts";
import { pinStates } from "../../../../resources/bucket/pins.ts";
import { rootOf } from "./cid.ts";
import { matches, type PinFilter } from "./list.ts";
import type { NewPin } from "./rows.ts";
import { parseJson } from "../../engines/network/parse-json.ts";

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
export const readPin = (body: unknown): NewPin => {
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
export const readFilter = (input: unknown): PinFilter => {
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
export class ProtocolError extends Error {
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
