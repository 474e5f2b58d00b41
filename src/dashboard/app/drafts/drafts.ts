import { session } from "../../api/session/session.ts";
import type { Drafts } from "../../framework/forms/draft-context.ts";
import { jot } from "../../lib/journal.ts";
import type { Kept } from "./draft-store.ts";

/** Drafts of the signed-in user and their team. The store's code is loaded with the first form. */
export const drafts: Drafts = {
  read: async (key) => {
    const name = nameOf(key);
    if (name === undefined) return undefined;
    const { dropOldDrafts, readDraft } = await loadStore();
    void dropOldDrafts();
    return readDraft(name);
  },
  keep: (key, values) => write(key, { values, savedAtMs: Date.now() }),
  drop: (key) => write(key, { savedAtMs: Date.now() }),
};

const write = (key: string, kept: Kept): void => {
  const name = nameOf(key);
  if (name === undefined) return;
  const strike = jot(name, kept);
  void loadStore()
    .then(({ writeDraft }) => writeDraft(name, kept))
    .then(strike, nothing);
};

const loadStore = () => import("./draft-store.ts");
const nothing = (): void => undefined;

const nameOf = (key: string): string | undefined => {
  const { user, team } = session.get();
  return user && team && `${user.uid}/${team.teamId}/${key}`;
};
