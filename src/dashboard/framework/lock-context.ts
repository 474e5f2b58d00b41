import { createContext, type ReactNode } from "react";
import type { Need } from "../../../resources/declare/define.ts";

export interface LockProps {
  readonly needs: Need;
  /** What is locked, in a sentence: "RPC keys". */
  readonly what: string;
  /** Receives the state, and nothing is shown. Without it, shows how to unlock. */
  readonly onState?: (isLocked: boolean) => void;
}

/** Draws the lock of resources with `needs`; the composition root provides it. */
export const LockContext = createContext<((props: LockProps) => ReactNode) | undefined>(undefined);
