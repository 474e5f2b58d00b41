/** Rejects unsupported headers and parameters, as defined in request-table.ts. */
import type { IncomingHttpHeaders } from "node:http";
import { checksumAlgorithms, createChecksum } from "../checksums.ts";
import { headerOf } from "./body.ts";
import { S3Error } from "./errors.ts";
import { ownerElements } from "./acl.ts";
import type { Query } from "./request-target.ts";
import { headerRows, isKnown, ruleFor, type S3Operation } from "./request-table.ts";

/**
 * Throws the table's error for the first rejected header, NotImplemented for unknown x-amz headers, and AccessDenied if
 * `teamId` is not the expected owner.
 */
export const checkHeaders = (
  operation: S3Operation,
  headers: IncomingHttpHeaders,
  teamId: string | undefined,
): void => {
  for (const [name, value] of Object.entries(headers)) {
    const headerValue = String(value ?? "").trim();
    if (headerValue === "") continue;
    const rule = ruleFor(headerRows, operation, name);
    if (rule?.does === "refuse" && !rule.except?.includes(headerValue))
      throw new S3Error(rule.code, rule.message, { elements: { ArgumentName: name, ArgumentValue: headerValue } });
    if (!rule && name.startsWith("x-amz-") && !isKnown(headerRows, name))
      throw new S3Error("NotImplemented", undefined, { elements: { ArgumentName: name, ArgumentValue: headerValue } });
  }
  if (teamId !== undefined) checkOwner(headers["x-amz-expected-bucket-owner"], teamId);
};

/** Throws AccessDenied unless the team is the expected owner, identified by its ID or canonical ID. */
export const checkOwner = (expected: string | string[] | undefined, teamId: string): void => {
  if (expected === undefined || expected === "" || expected === teamId || expected === ownerElements(teamId)["ID"])
    return;
  throw new S3Error("AccessDenied", "The bucket is not owned by the expected owner.");
};

/**
 * Copies x-amz-* query parameters of presigned URLs to the headers. Throws InvalidRequest if a header has a different
 * value.
 */
export const hoistHeaders = (headers: IncomingHttpHeaders, query: Query): void => {
  for (const [written, value] of query.pairs) {
    const name = written.toLowerCase();
    if (!name.startsWith("x-amz-") || signatureParameters.has(name) || isEmptyChecksum(name, value)) continue;
    // Node decodes headers as Latin-1.
    const text = Buffer.from(value, "utf8").toString("latin1");
    if (headers[name] !== undefined && headers[name] !== text)
      throw new S3Error("InvalidRequest", `The query parameter ${written} contradicts the header of that name.`);
    headers[name] = text;
  }
};

/** Parameters of the presigned URL itself. */
const signatureParameters: ReadonlySet<string> = new Set(
  ["algorithm", "credential", "date", "expires", "signedheaders", "signature", "security-token", "content-sha256"].map(
    (name) => `x-amz-${name}`,
  ),
);

/** Whether a parameter is the checksum of an empty body, which AWS SDKs add to presigned URLs. S3 ignores it. */
const isEmptyChecksum = (name: string, value: string): boolean => emptyChecksums.get(name) === value;

const emptyChecksums: ReadonlyMap<string, string> = new Map(
  checksumAlgorithms.map((algorithm) => [headerOf(algorithm), createChecksum(algorithm).digest()]),
);
