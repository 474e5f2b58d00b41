/** Conditional reads, copies and writes (RFC 9110, as implemented by S3). */
import type { IncomingHttpHeaders } from "node:http";
import type { StoredObject, WriteCondition } from "../buckets/service.ts";
import { S3Error } from "./errors.ts";
import { secondsOf } from "../seconds-of.ts";

/** Checks the conditions of a read. Throws PreconditionFailed, or NotModified with validators. */
export const checkRead = (headers: IncomingHttpHeaders, object: StoredObject): void => {
  const failure = failureOf(headers, "", object);
  if (failure === "changed") throw new S3Error("PreconditionFailed");
  if (failure === "unchanged") throw new S3Error("NotModified", undefined, { headers: validators(object) });
};

/** Checks the conditions for the source of a copy. Throws PreconditionFailed. */
export const checkSource = (headers: IncomingHttpHeaders, source: StoredObject): void => {
  if (failureOf(headers, "x-amz-copy-source-", source)) throw new S3Error("PreconditionFailed");
};

/** Parses the condition of a write, which the bucket checks within its transaction. */
export const writeConditionIn = (headers: IncomingHttpHeaders): WriteCondition | undefined => {
  const [ifMatch, ifNoneMatch] = ["if-match", "if-none-match"].map((name) => headers[name] as string | undefined);
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  return { ifMatch: ifMatch && unquoted(ifMatch), ifNoneMatch: ifNoneMatch && unquoted(ifNoneMatch) };
};

/** Rejects a write early if its condition already fails, before the body is sent. */
export const checkWrite = (condition: WriteCondition | undefined, current: StoredObject | undefined): void => {
  if (!condition) return;
  const { ifMatch, ifNoneMatch } = condition;
  if (ifMatch !== undefined && !current) throw new S3Error("NoSuchKey");
  if (ifMatch !== undefined && ifMatch !== "*" && ifMatch !== current?.etag) throw new S3Error("PreconditionFailed");
  if (ifNoneMatch !== undefined && current && (ifNoneMatch === "*" || ifNoneMatch === current.etag))
    throw new S3Error("PreconditionFailed");
};

export const quoted = (etag: string): string => `"${etag}"`;
export const unquoted = (etag: string): string => etag.trim().replace(/^W\//, "").replaceAll(/^"|"$/g, "");

export const validators = ({ etag, modifiedAt }: StoredObject): Record<string, string> => ({
  etag: quoted(etag),
  "last-modified": modifiedAt.toUTCString(),
});

const failureOf = (
  headers: IncomingHttpHeaders,
  prefix: string,
  { etag, modifiedAt }: StoredObject,
): "changed" | "unchanged" | undefined => {
  const header = (name: string): string | undefined => headers[prefix + name] as string | undefined;
  const names = (list: string): boolean =>
    list
      .split(",")
      .map(unquoted)
      .some((tag) => tag === "*" || tag === etag);
  // HTTP dates have a precision of one second.
  const modified = secondsOf(modifiedAt) * 1000;
  const [match, noneMatch] = [header("if-match"), header("if-none-match")];
  if (match !== undefined && !names(match)) return "changed";
  if (match === undefined && modified > momentOf(header("if-unmodified-since"), Infinity)) return "changed";
  if (noneMatch !== undefined) return names(noneMatch) ? "unchanged" : undefined;
  return modified <= momentOf(header("if-modified-since"), -Infinity) ? "unchanged" : undefined;
};

const momentOf = (text: string | undefined, otherwise: number): number => {
  const moment = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(moment) ? otherwise : moment;
};
