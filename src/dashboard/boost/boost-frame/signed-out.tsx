import type { ComponentProps } from "react";
import { Nothing } from "./boost-data.tsx";
import { ConnectButton } from "./connect-button.tsx";

/** Placeholder for content that requires a node. The text says why to connect. */
export const SignedOut = (labels: Omit<ComponentProps<typeof Nothing>, "action">) => (
  <Nothing {...labels} action={<ConnectButton />} />
);
