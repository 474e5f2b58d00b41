/** Endpoint URLs by chain and transport. */
import type { RpcChain } from "../chains.ts";

export type Transport = "HTTP" | "WEBSOCKET";

export const transports = [
  { value: "HTTP", label: "HTTP" },
  { value: "WEBSOCKET", label: "WebSocket" },
] as const;

/** Placeholder for the key. */
export const keyPlaceholder = "<key>";

export const addressOf = (chain: Pick<RpcChain, "http" | "socket">, transport: Transport, userKey: string): string =>
  (transport === "HTTP" ? chain.http : chain.socket) + userKey;

/** Returns the URL with a masked key, safe for screen sharing. */
export const maskedAddressOf = (chain: Pick<RpcChain, "http" | "socket">, transport: Transport): string =>
  addressOf(chain, transport, "••••••");
