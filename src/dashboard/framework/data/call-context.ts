import { createContext, useContext } from "react";
import type { Send } from "../../../../resources/declare/call-input.ts";

/** Sends declared calls; the composition root provides the client. */
export const SendContext = createContext<Send | undefined>(undefined);

/** Returns the function that sends a declared call: `send(projectSearch, { query: { keyword } })`. */
export const useSend = (): Send => {
  const send = useContext(SendContext);
  if (!send) throw new Error("SendContext is not provided.");
  return send;
};

/** Whether a user is signed in. */
export const SignedInContext = createContext(false);
