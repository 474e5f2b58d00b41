import { createContext, type ComponentType, type ReactNode } from "react";

export interface LockProps {
  /** What is locked, in a sentence: "RPC keys". */
  readonly what: string;
  /** Shows nothing while locked, for the create button; otherwise how to unlock. */
  readonly hides?: boolean;
  /** Shown once unlocked, and until that is known. */
  readonly children: ReactNode;
}

/** The lock of resources that need activation; the composition root provides it. */
export const LockContext = createContext<ComponentType<LockProps> | undefined>(undefined);
