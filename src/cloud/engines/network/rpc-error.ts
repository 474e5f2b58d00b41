/** Errors of JSON-RPC 2.0 (jsonrpc.org/specification, §5.1), as returned by the local chains. */

/** An error response to one request, from the protocol or the chain. */
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
