/** S3 errors by code. */
import { unavailability } from "../../engines/database/unavailable.ts";
import type { ErrorCode } from "../../../../resources/declare/errors.ts";
import { AppError } from "../../kernel/app-error.ts";

interface ErrorInfo {
  readonly status: number;
  readonly message: string;
  /** Value of the Retry-After header. */
  readonly retryAfterSeconds?: number;
}

/** Also shown in docs/reference/errors.md. */
export const s3Errors = {
  AccessControlListNotSupported: { status: 400, message: "The bucket does not allow ACLs. Use its policy." },
  AccessDenied: { status: 403, message: "Access Denied" },
  AccessForbidden: { status: 403, message: "CORSResponse: This CORS request is not allowed." },
  AuthorizationHeaderMalformed: { status: 400, message: "The authorization header is malformed." },
  AuthorizationQueryParametersError: { status: 400, message: "The query parameters of the signature are not valid." },
  BadDigest: { status: 400, message: "The Content-MD5 or checksum you specified did not match what was received." },
  BadRequest: { status: 400, message: "Bad Request" },
  BucketAlreadyExists: { status: 409, message: "The requested bucket name is not available. Please choose another." },
  BucketAlreadyOwnedByYou: { status: 409, message: "You already own a bucket of this name." },
  BucketNotEmpty: { status: 409, message: "The bucket you tried to delete is not empty." },
  EntityTooLarge: { status: 400, message: "Your proposed upload exceeds the maximum allowed size." },
  EntityTooSmall: { status: 400, message: "Your proposed upload is smaller than the minimum allowed size." },
  ExpiredToken: { status: 400, message: "The provided token has expired." },
  IllegalLocationConstraintException: { status: 400, message: "The location constraint is not valid." },
  IncompleteBody: { status: 400, message: "You did not provide the number of bytes specified by Content-Length." },
  InternalError: { status: 500, message: "We encountered an internal error. Please try again." },
  InvalidAccessKeyId: { status: 403, message: "The access key you provided does not exist in our records." },
  IllegalVersioningConfigurationException: {
    status: 400,
    message: "The versioning configuration specified in the request is invalid.",
  },
  InvalidArgument: { status: 400, message: "Invalid Argument" },
  InvalidBucketName: { status: 400, message: "The specified bucket is not valid." },
  InvalidBucketState: { status: 409, message: "The request is not valid for the current state of the bucket." },
  InvalidDigest: { status: 400, message: "The Content-MD5 you specified is not valid." },
  InvalidPart: { status: 400, message: "One or more of the specified parts could not be found or has another ETag." },
  InvalidPartNumber: { status: 416, message: "The requested partnumber is not satisfiable." },
  InvalidPartOrder: { status: 400, message: "The list of parts was not in ascending order." },
  InvalidPolicyDocument: { status: 400, message: "The content of the form does not meet its policy." },
  InvalidRange: { status: 416, message: "The requested range is not satisfiable." },
  InvalidRequest: { status: 400, message: "Invalid Request" },
  InvalidStorageClass: { status: 400, message: "The storage class you specified is not valid." },
  InvalidTag: { status: 400, message: "The tag provided was not a valid tag." },
  InvalidToken: { status: 400, message: "The provided token is malformed or otherwise invalid." },
  InvalidURI: { status: 400, message: "Could not parse the specified URI." },
  KeyTooLongError: { status: 400, message: "Your key is too long." },
  MalformedACLError: { status: 400, message: "The ACL that you provided was not well formed." },
  MalformedPOSTRequest: {
    status: 400,
    message: "The body of your POST request is not well-formed multipart/form-data.",
  },
  MalformedPolicy: { status: 400, message: "This policy is not supported." },
  MalformedXML: { status: 400, message: "The XML you provided was not well-formed or did not validate." },
  MetadataTooLarge: { status: 400, message: "Your metadata headers exceed the maximum allowed metadata size." },
  MethodNotAllowed: { status: 405, message: "The specified method is not allowed against this resource." },
  MissingContentLength: { status: 411, message: "You must provide the Content-Length HTTP header." },
  NoSuchBucket: { status: 404, message: "The specified bucket does not exist." },
  NoSuchBucketPolicy: { status: 404, message: "The bucket policy does not exist." },
  NoSuchCORSConfiguration: { status: 404, message: "The CORS configuration does not exist." },
  NoSuchKey: { status: 404, message: "The specified key does not exist." },
  NoSuchLifecycleConfiguration: { status: 404, message: "The lifecycle configuration does not exist." },
  NoSuchObjectLockConfiguration: {
    status: 404,
    message: "The specified object does not have an object lock configuration.",
  },
  NoSuchPublicAccessBlockConfiguration: {
    status: 404,
    message: "The public access block configuration was not found.",
  },
  NoSuchTagSet: { status: 404, message: "There is no tag set associated with the bucket." },
  NoSuchUpload: {
    status: 404,
    message: "The specified multipart upload does not exist. It may have been completed or aborted.",
  },
  NoSuchVersion: { status: 404, message: "The specified version does not exist." },
  NoSuchWebsiteConfiguration: { status: 404, message: "The specified bucket does not have a website configuration." },
  NotImplemented: {
    status: 501,
    message: "A header or query you provided requests functionality that is not implemented.",
  },
  NotModified: { status: 304, message: "Not Modified" },
  ObjectLockConfigurationNotFoundError: {
    status: 404,
    message: "Object Lock configuration does not exist for this bucket.",
  },
  PreconditionFailed: { status: 412, message: "At least one of the preconditions you specified did not hold." },
  /** The team's allowance is used up. */
  QuotaExceeded: { status: 403, message: "Insufficient resources, please deposit 'LAND'." },
  ReplicationConfigurationNotFoundError: { status: 404, message: "The replication configuration was not found." },
  RequestTimeTooSkewed: {
    status: 403,
    message: "The difference between the request time and the server's time is too large.",
  },
  RequestTimeout: {
    status: 400,
    message: "Your socket connection to the server was not read from or written to within the timeout period.",
  },
  ServerSideEncryptionConfigurationNotFoundError: {
    status: 404,
    message: "The server side encryption configuration was not found.",
  },
  SignatureDoesNotMatch: {
    status: 403,
    message:
      "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
  },
  ServiceUnavailable: {
    status: 503,
    message: "Service is unable to handle request. Try again in a few seconds.",
    retryAfterSeconds: 5,
  },
  SlowDown: { status: 503, message: "Please reduce your request rate.", retryAfterSeconds: 5 },
  TooManyBuckets: { status: 400, message: "You have attempted to create more buckets than allowed." },
  XAmzContentChecksumMismatch: {
    status: 400,
    message: "The provided 'x-amz-checksum' header does not match what was computed.",
  },
  XAmzContentSHA256Mismatch: {
    status: 400,
    message: "The provided 'x-amz-content-sha256' header does not match what was computed.",
  },
} as const satisfies Record<string, ErrorInfo>;

export type S3Code = keyof typeof s3Errors;

/** An error response with additional XML elements and headers. */
export class S3Error extends Error {
  readonly code: S3Code;
  readonly status: number;
  readonly elements: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: S3Code,
    message: string = s3Errors[code].message,
    {
      elements = {},
      headers = {},
    }: { elements?: Readonly<Record<string, string>>; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.name = "S3Error";
    this.code = code;
    const { status, retryAfterSeconds }: ErrorInfo = s3Errors[code];
    this.status = status;
    this.elements = elements;
    this.headers = { ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }), ...headers };
  }
}

/** Converts an error to an S3 error; undefined for unexpected errors. */
export const asS3Error = (error: unknown): S3Error | undefined => {
  if (error instanceof S3Error) return error;
  if (error instanceof AppError) {
    const code = codeByError[error.code];
    return code && new S3Error(code, keepsMessage.has(code) ? error.message : undefined);
  }
  if (unavailability(error)) return new S3Error("ServiceUnavailable");
  return isDisconnect(error) ? new S3Error("IncompleteBody") : undefined;
};

const codeByError: Readonly<Partial<Record<ErrorCode, S3Code>>> = {
  ALLOWANCE_USED_UP: "QuotaExceeded",
  BODY_INCOMPLETE: "IncompleteBody",
  BUCKET_HAS_DOMAINS: "AccessDenied",
  BUCKET_LOCKED: "InvalidBucketState",
  BUCKET_NAME_INVALID: "InvalidBucketName",
  BUCKET_NOT_EMPTY: "BucketNotEmpty",
  BUCKET_OWNED: "BucketAlreadyOwnedByYou",
  BUCKET_PRIVATE: "AccessDenied",
  BUCKET_TAKEN: "BucketAlreadyExists",
  BUCKET_UNVERSIONED: "InvalidBucketState",
  BUCKETS_LIMIT: "TooManyBuckets",
  DISK_FULL: "SlowDown",
  NOT_FOUND: "NoSuchBucket",
  OBJECT_KEY_INVALID: "KeyTooLongError",
  OBJECT_LOCKED: "AccessDenied",
  OBJECT_MISSING: "NoSuchKey",
  OBJECT_TOO_LARGE: "EntityTooLarge",
  PRECONDITION_FAILED: "PreconditionFailed",
  SPEND_CAP_REACHED: "QuotaExceeded",
  TOO_MANY_REQUESTS: "SlowDown",
  UPLOAD_CHECKSUM: "BadDigest",
  UPLOAD_MISSING: "NoSuchUpload",
  UPLOAD_PART_INVALID: "InvalidPart",
  UPLOAD_PART_ORDER: "InvalidPartOrder",
  UPLOAD_PART_TOO_SMALL: "EntityTooSmall",
};

const keepsMessage: ReadonlySet<S3Code> = new Set<S3Code>([
  "AccessDenied",
  "InvalidBucketState",
  "QuotaExceeded",
  "SlowDown",
]);

/** Whether the client disconnected while sending. */
const isDisconnect = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNABORTED" || code === "EPIPE";
};
