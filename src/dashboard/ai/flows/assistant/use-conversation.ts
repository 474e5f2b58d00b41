import { useEffect, useSyncExternalStore } from "react";
import { session } from "../../../api/session/session.ts";
import { openConversation, turns } from "./conversation.ts";
import type { Turn } from "./turns.ts";

const visitor = "visitor";

/** Returns the user's conversation with the assistant. */
export const useConversation = (): readonly Turn[] => {
  const owner = useSyncExternalStore(session.subscribe, ownerOf);
  useEffect(() => void openConversation(owner), [owner]);
  return useSyncExternalStore(turns.subscribe, turns.get);
};

const ownerOf = (): string => {
  const { token, user } = session.get();
  return token === undefined ? visitor : (user?.uid ?? visitor);
};
