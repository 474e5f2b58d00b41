import { useSyncExternalStore } from "react";
import { config } from "../../api/config.ts";
import type { SolanaNode } from "./link.ts";

/** The configured Solana chain; undefined if none. */
export const useSolanaNode = (): SolanaNode | undefined => useSyncExternalStore(config.subscribe, config.get).solana;
