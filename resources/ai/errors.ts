import type { DocumentedError } from "../declare/shared-errors.ts";

/** The errors of /api/v1, by `error.code`; docs/reference/errors.md shows this table. */
export const aiErrors = {
  body_invalid: { status: 400, meaning: "The body is not a JSON object." },
  missing_required_parameter: { status: 400, meaning: "A required parameter is missing; `param` names it." },
  invalid_value: { status: 400, meaning: "A parameter has an invalid value; `param` names it." },
  invalid_input: { status: 422, meaning: "A text contains characters that cannot be stored." },
  unknown_parameter: { status: 400, meaning: "OpenAI's API has no such parameter. Sent by this server's own models." },
  unsupported_parameter: { status: 400, meaning: "The model does not have this parameter." },
  unsupported_value: { status: 400, meaning: "The model does not support this value of a parameter." },
  operation_not_supported: { status: 400, meaning: "The model does not support this path, such as `/embeddings`." },
  context_length_exceeded: { status: 400, meaning: "The request has more tokens than the model's context." },
  invalid_api_key: { status: 401, meaning: "The key does not exist." },
  inactive_api_key: { status: 401, meaning: "The key is disabled." },
  daily_limit_reached: { status: 402, meaning: "The key's limit of the day does not allow the request." },
  weekly_limit_reached: { status: 402, meaning: "The key's limit of the week does not allow the request." },
  monthly_limit_reached: { status: 402, meaning: "The key's limit of the month does not allow the request." },
  insufficient_land: { status: 402, meaning: "The team doesn't have enough LAND." },
  spend_cap_reached: { status: 402, meaning: "The team's spend cap does not allow the request." },
  model_not_allowed: { status: 403, meaning: "The key has a list of models without this one." },
  model_not_found: { status: 404, meaning: "The model does not exist." },
  unknown_url: { status: 404, meaning: "The path is not offered, such as `/responses`." },
  not_found: { status: 404, meaning: "The resource does not exist." },
  method_not_allowed: { status: 405, meaning: "The path does not allow this method." },
  payload_too_large: { status: 413, meaning: "The body is larger than 8 MiB." },
  requests_per_second: { status: 429, meaning: "The key makes more than 20 requests a second.", retryAfterSeconds: 1 },
  too_many_requests: {
    status: 429,
    meaning: "The network address makes more than 6,000 requests a minute.",
    retryAfterSeconds: 10,
  },
  internal: { status: 500, meaning: "Internal server error. Nothing is charged." },
  upstream_unavailable: { status: 502, meaning: "No server of the model answers. Nothing is charged." },
  upstream_broke_off: { status: 502, meaning: "The model's server closed the connection. Nothing is charged." },
  upstream_failed: {
    status: 502,
    meaning: "The model's server reported an error. Nothing is charged; `code` is the server's own if it has one.",
  },
  upstream_busy: { status: 503, meaning: "The model's servers are busy. Nothing is charged.", retryAfterSeconds: 5 },
  model_not_ready: {
    status: 503,
    meaning: "The model on this server is being fetched, or can't be loaded. Nothing is charged.",
    retryAfterSeconds: 60,
  },
  server_busy: { status: 503, meaning: "The server is busy.", retryAfterSeconds: 2 },
  database_unavailable: { status: 503, meaning: "The database is unavailable.", retryAfterSeconds: 5 },
  disk_full: { status: 507, meaning: "The disk is full." },
} as const satisfies Record<string, DocumentedError>;

export type AiErrorCode = keyof typeof aiErrors;
