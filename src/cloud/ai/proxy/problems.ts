/** Errors of /api/v1 in OpenAI's format. 402: balance or spending limits. 429: rate limit. */
import { aiRequestsPerSecond } from "../../../../resources/ai/limits.ts";
import { aiErrors, type AiErrorCode } from "../../../../resources/ai/errors.ts";
import type { DocumentedError } from "../../../../resources/declare/shared-errors.ts";
import type { ServerError } from "../../engines/ai/events.ts";
import type { Period } from "./limits.ts";

interface Details {
  readonly param?: string | null;
  readonly limit?: string;
}

export class AiProblem extends Error {
  override readonly name = "AiProblem";
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly param: string | null;
  /** Name of the limit that was reached. */
  readonly limit: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: AiErrorCode, message: string, details: Details = {}) {
    super(message);
    const { status, retryAfterSeconds }: DocumentedError = aiErrors[code];
    this.status = status;
    this.type = typeOf(status);
    this.code = code;
    this.param = details.param ?? null;
    this.limit = details.limit;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A model server's error about the request itself, with its own message and code. */
export class UpstreamRefusal extends AiProblem {
  override readonly status: number;
  override readonly code: string;

  constructor(status: number, { code, message, param }: { code: string; message: string; param: string | null }) {
    super("invalid_value", message, { param });
    this.status = status;
    this.code = code;
  }
}

/** A model server's error that is not about the request. */
export class UpstreamFailure extends AiProblem {
  override readonly code: string;

  constructor({ message, code }: ServerError) {
    super("upstream_failed", message ?? "The model's server failed. Nothing was charged. Try again.");
    this.code = code ?? "upstream_failed";
  }
}

export const problemBody = ({ message, type, param, code, limit }: AiProblem) => ({
  error: { message, type, param, code, ...(limit !== undefined && { limit }) },
});

const typeOf = (status: number): string =>
  ({ 401: "authentication_error", 402: "insufficient_quota", 429: "rate_limit_error", 502: "upstream_error" })[
    status
  ] ?? (status >= 500 ? "server_error" : "invalid_request_error");

export const invalidKey = (): AiProblem =>
  new AiProblem("invalid_api_key", "Invalid API key. Create one on the page AI RPC and send it as a bearer token.");
export const inactiveKey = (): AiProblem =>
  new AiProblem("inactive_api_key", "This key is inactive. Activate it on the page AI RPC.");
export const tooFast = (): AiProblem =>
  new AiProblem(
    "requests_per_second",
    `Rate limit exceeded: ${aiRequestsPerSecond} requests per second. Slow down and try again.`,
    {
      limit: "requests_per_second",
    },
  );
export const invalid = (param: string, message: string): AiProblem =>
  new AiProblem("invalid_value", message, { param });
export const missing = (param: string, message: string): AiProblem =>
  new AiProblem("missing_required_parameter", message, { param });
export const unreadable = (): AiProblem => new AiProblem("body_invalid", "The body must be a JSON object.");
export const unknownModel = (model: string): AiProblem =>
  new AiProblem("model_not_found", `The model ${model} does not exist. See GET /api/v1/models for available models.`, {
    param: "model",
  });
export const modelNotAllowed = (model: string): AiProblem =>
  new AiProblem(
    "model_not_allowed",
    `This key can't use ${model}. Add it to the key's models, or choose one of them.`,
    {
      param: "model",
    },
  );
export const limitReached = (period: Period): AiProblem =>
  new AiProblem(
    `${period}_limit_reached`,
    `The key's ${period} spending limit does not allow this request. Raise the limit, request fewer tokens, or wait until the period ends.`,
    { limit: period },
  );
export const insufficientLand = (): AiProblem =>
  new AiProblem("insufficient_land", "Your balance is too low for this request. Deposit, or request fewer tokens.", {
    limit: "balance",
  });
export const capReached = (message: string): AiProblem =>
  new AiProblem("spend_cap_reached", message, { limit: "spend_cap" });
export const unavailable = (model: string): AiProblem =>
  new AiProblem("upstream_unavailable", `No server is available for ${model}. Nothing was charged. Try again.`);
export const brokenOff = (): AiProblem =>
  new AiProblem(
    "upstream_broke_off",
    "The model's server stopped responding in the middle of the answer. Nothing was charged; please try again.",
  );
export const busy = (model: string): AiProblem =>
  new AiProblem("upstream_busy", `The servers of ${model} are busy. Nothing was charged. Try again in a few seconds.`);
export const modelNotReady = (message: string): AiProblem => new AiProblem("model_not_ready", message);
export const notSupported = (model: string, operation: string): AiProblem =>
  new AiProblem("operation_not_supported", `The model ${model} does not support /${operation}. Choose another model.`, {
    param: "model",
  });
export const unknownUrl = (method: string, path: string): AiProblem =>
  new AiProblem(
    "unknown_url",
    `Unknown URL: ${method} ${path}. Use /chat/completions, /completions, /embeddings or /models.`,
  );
export const methodNotAllowed = (method: string, path: string, allowed: string): AiProblem =>
  new AiProblem("method_not_allowed", `${method} is not allowed on ${path}. Use ${allowed}.`);
