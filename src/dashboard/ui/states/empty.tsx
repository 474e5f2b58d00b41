import type { ReactNode } from "react";
import type { IconName } from "../icons.ts";
import { State } from "./state.tsx";

interface EmptyProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly icon?: IconName;
  readonly action?: ReactNode;
}

/** Empty state: what appears here, and how to add it. */
export const Empty = (props: EmptyProps) => <State kind="empty" {...props} />;
