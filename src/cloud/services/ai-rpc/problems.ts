/** What /api/v1 refuses, in the form that OpenAI's clients read. 402: money or a limit of it. 429: too fast. */
import { aiRequestsPerSecond } from "../../../../resources/ai-rpc/limits.ts";
import type { Period } from "./limits.ts";

export class AiProblem extends Error {
  override readonly name = "AiProblem";
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly param: string | null;
  /** Name of the limit that was met. */
  readonly limit: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    { type = typeOf(status), param = null, limit }: { type?: string; param?: string | null; limit?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.type = type;
    this.param = param;
    this.limit = limit;
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
  new AiProblem(
    401,
    "invalid_api_key",
    "This key is not valid. Create one on the AI RPC page and send it as a bearer token.",
  );
export const inactiveKey = (): AiProblem =>
  new AiProblem(401, "inactive_api_key", "This key is not active. Switch it on on the AI RPC page.");
export const tooFast = (): AiProblem =>
  new AiProblem(
    429,
    "requests_per_second",
    `This key may make ${aiRequestsPerSecond} requests a second. Slow down and try again.`,
    {
      limit: "requests_per_second",
    },
  );
export const invalid = (param: string, message: string): AiProblem =>
  new AiProblem(400, "invalid_value", message, { param });
export const unknownModel = (model: string): AiProblem =>
  new AiProblem(404, "model_not_found", `There is no model ${model} here. GET /api/v1/models lists those there are.`, {
    param: "model",
  });
export const modelNotAllowed = (model: string): AiProblem =>
  new AiProblem(
    403,
    "model_not_allowed",
    `This key may not use ${model}. Add it to the key's models, or use one of them.`,
    {
      param: "model",
    },
  );
export const limitReached = (period: Period): AiProblem =>
  new AiProblem(
    402,
    `${period}_limit_reached`,
    `The key's ${period} limit in LAND does not allow this request. Raise the limit, ask for fewer tokens, or wait until the period ends.`,
    { limit: period },
  );
export const insufficientLand = (): AiProblem =>
  new AiProblem(
    402,
    "insufficient_land",
    "There is not enough LAND for this request. Deposit LAND, or ask for fewer tokens.",
    {
      limit: "balance",
    },
  );
export const capReached = (): AiProblem =>
  new AiProblem(
    402,
    "spend_cap_reached",
    "The team's spend cap of this month does not allow this request. Raise it in Billing.",
    {
      limit: "spend_cap",
    },
  );
export const unavailable = (model: string): AiProblem =>
  new AiProblem(
    502,
    "upstream_unavailable",
    `No server answers for ${model} right now. Nothing was charged; please try again.`,
  );
export const brokenOff = (): AiProblem =>
  new AiProblem(
    502,
    "upstream_broke_off",
    "The model's server broke off in the middle of the answer. Nothing was charged; please try again.",
  );
