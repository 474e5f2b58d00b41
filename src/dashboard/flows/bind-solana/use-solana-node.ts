import { useSyncExternalStore } from "react";
import { config } from "../../api/config.ts";
import type { SolanaNode } from "./link.ts";

/** The Solana chain that this cloud knows; undefined while it knows none. */
export const useSolanaNode = (): SolanaNode | undefined => useSyncExternalStore(config.subscribe, config.get).solana;
