import { ApiError } from "../errors.ts";
import { parseXml, textIn } from "./xml.ts";

/** A request that the S3 endpoint refused; `code` is S3's own: "NoSuchKey", "AccessDenied". */
export class S3Error extends ApiError {
  /** The server's clock, sent with RequestTimeTooSkewed. */
  readonly serverTimeMs: number | undefined;

  constructor(code: string, message: string, status: number, serverTimeMs?: number) {
    super(message, { status, code });
    this.name = "S3Error";
    this.serverTimeMs = serverTimeMs;
  }
}

/** Reads the error from a failed response. A response to HEAD has no body, so its status decides. */
export const readS3Error = async (response: Response): Promise<S3Error> => {
  const { status } = response;
  const root = parseXml(await response.text().catch(() => ""));
  if (root?.localName !== "Error") return new S3Error(codeOfStatus(status), messageOfStatus(status), status);
  const serverTime = Date.parse(textIn(root, "ServerTime") ?? "");
  return new S3Error(
    textIn(root, "Code") ?? codeOfStatus(status),
    textIn(root, "Message") ?? messageOfStatus(status),
    status,
    Number.isNaN(serverTime) ? undefined : serverTime,
  );
};

const codes: Readonly<Record<number, string>> = {
  400: "BadRequest",
  403: "AccessDenied",
  404: "NoSuchKey",
  412: "PreconditionFailed",
};
const codeOfStatus = (status: number): string => codes[status] ?? String(status);

const messageOfStatus = (status: number): string => {
  if (status === 404) return "This file or bucket no longer exists.";
  if (status === 403) return "You don't have permission for this in this bucket.";
  return `The server refused the request (${status}). Try again.`;
};
