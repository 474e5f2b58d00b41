/** Refuses what a request asks for and the operation does not do, by request-table.ts. */
import type { IncomingHttpHeaders } from "node:http";
import { checksumAlgorithms, createChecksum } from "../checksums.ts";
import { headerOf } from "./body.ts";
import { S3Error } from "./errors.ts";
import { ownerElements } from "./owner.ts";
import type { Query } from "./query.ts";
import { headerRows, isKnown, ruleFor, type S3Operation } from "./request-table.ts";

/**
 * Throws what the table says of the first header that is refused; AccessDenied where `teamId` is not the owner that the client expects. An x-amz
 * header that S3 does not have asks for something nobody here knows, so it is refused too.
 */
export const checkHeaders = (
  operation: S3Operation,
  headers: IncomingHttpHeaders,
  teamId: string | undefined,
): void => {
  for (const [name, value] of Object.entries(headers)) {
    const given = String(value ?? "").trim();
    if (given === "") continue;
    const rule = ruleFor(headerRows, operation, name);
    if (rule?.does === "refuse" && !rule.except?.includes(given))
      throw new S3Error(rule.code, rule.message, { elements: { ArgumentName: name, ArgumentValue: given } });
    if (!rule && name.startsWith("x-amz-") && !isKnown(headerRows, name))
      throw new S3Error("NotImplemented", undefined, { elements: { ArgumentName: name, ArgumentValue: given } });
  }
  if (teamId !== undefined) checkOwner(headers["x-amz-expected-bucket-owner"], teamId);
};

/** Throws AccessDenied unless the team is the owner that a header expects: by its id, or by the canonical id that answers show. */
export const checkOwner = (expected: string | string[] | undefined, teamId: string): void => {
  if (expected === undefined || expected === "" || expected === teamId || expected === ownerElements(teamId)["ID"])
    return;
  throw new S3Error("AccessDenied", "The bucket is not owned by the expected owner.");
};

/**
 * Takes x-amz-* parameters of a query as the headers that they stand for, as presigned URLs carry them. Throws InvalidRequest where the header says
 * something else.
 */
export const hoistHeaders = (headers: IncomingHttpHeaders, query: Query): void => {
  for (const [written, value] of query.pairs) {
    const name = written.toLowerCase();
    if (!name.startsWith("x-amz-") || ofSignature.has(name) || isOfNothing(name, value)) continue;
    // Node gives the bytes of a header as Latin-1.
    const text = Buffer.from(value, "utf8").toString("latin1");
    if (headers[name] !== undefined && headers[name] !== text)
      throw new S3Error("InvalidRequest", `The query parameter ${written} contradicts the header of that name.`);
    headers[name] = text;
  }
};

/** Those of a presigned URL itself. */
const ofSignature: ReadonlySet<string> = new Set(
  ["algorithm", "credential", "date", "expires", "signedheaders", "signature", "security-token", "content-sha256"].map(
    (name) => `x-amz-${name}`,
  ),
);

/** AWS's SDKs sign the checksum of an empty body into a URL that is handed on before there is a body. S3 ignores it. */
const isOfNothing = (name: string, value: string): boolean => emptyChecksums.get(name) === value;

const emptyChecksums: ReadonlyMap<string, string> = new Map(
  checksumAlgorithms.map((algorithm) => [headerOf(algorithm), createChecksum(algorithm).digest()]),
);
