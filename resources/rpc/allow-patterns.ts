/** How entries of an allowlist are written: origins and contracts in small letters. Addresses are looked at by the cloud alone. */
export const rpcAllowPatterns = {
  origin: /^(https?:\/\/)?(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*(:\d{1,5})?$/,
  method: /^[a-z][a-zA-Z0-9]*_[a-zA-Z0-9]+$/,
  contract: /^0x[0-9a-f]{40}$/,
} as const;
