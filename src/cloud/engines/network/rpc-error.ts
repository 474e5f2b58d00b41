/** Errors of JSON-RPC 2.0 (jsonrpc.org/specification, §5.1), as the local chains answer them. */

/** An answer to one request that is an error of the protocol, or of the chain. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }
}

export const invalidParams = (message: string): RpcError => new RpcError(-32_602, message);
