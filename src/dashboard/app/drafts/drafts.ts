import { session } from "../../api/session/session.ts";
import type { Drafts } from "../../framework/forms/draft-context.ts";
import { writeJournal } from "../../lib/journal.ts";
import type { StoredDraft } from "./draft-store.ts";

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

const write = (key: string, draft: StoredDraft): void => {
  const name = nameOf(key);
  if (name === undefined) return;
  const confirm = writeJournal(name, draft);
  void loadStore()
    .then(({ writeDraft }) => writeDraft(name, draft))
    .then(confirm, nothing);
};

const loadStore = () => import("./draft-store.ts");
const nothing = (): void => undefined;

const nameOf = (key: string): string | undefined => {
  const { user, team } = session.get();
  return user && team && `${user.uid}/${team.teamId}/${key}`;
};
