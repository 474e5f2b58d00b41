/**
 * Patterns for allowlist entries: origins and contracts in lowercase. IP addresses are validated only by the server.
 */
export const rpcAllowPatterns = {
  origin: /^(https?:\/\/)?(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*(:\d{1,5})?$/,
  method: /^[a-z][a-zA-Z0-9]*_[a-zA-Z0-9]+$/,
  contract: /^0x[0-9a-f]{40}$/,
} as const;
