/** Where a key is asked. */
import type { RpcChain } from "../chains.ts";

export type Transport = "HTTP" | "WEBSOCKET";

export const transports = [
  { value: "HTTP", label: "HTTP" },
  { value: "WEBSOCKET", label: "WebSocket" },
] as const;

/** Stands for a key where none is known. */
export const keyToFillIn = "<key>";

export const addressOf = (chain: Pick<RpcChain, "http" | "socket">, transport: Transport, userKey: string): string =>
  (transport === "HTTP" ? chain.http : chain.socket) + userKey;

/** The same to be looked at by more than one person. */
export const maskedAddressOf = (chain: Pick<RpcChain, "http" | "socket">, transport: Transport): string =>
  addressOf(chain, transport, "••••••");
