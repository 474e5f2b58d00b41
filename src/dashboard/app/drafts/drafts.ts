import { session } from "../../api/session/session.ts";
import type { Drafts } from "../../framework/forms/draft-context.ts";

/** Drafts of the person who is signed in and the team in which they work. The store's code comes with the first form. */
export const drafts: Drafts = {
  read: async (key) => {
    const name = nameOf(key);
    if (name === undefined) return undefined;
    const { dropOldDrafts, readDraft } = await loadStore();
    void dropOldDrafts();
    return readDraft(name);
  },
  keep: (key, values) => {
    const name = nameOf(key);
    if (name !== undefined) void loadStore().then(({ keepDraft }) => keepDraft(name, values), nothing);
  },
  drop: (key) => {
    const name = nameOf(key);
    if (name !== undefined) void loadStore().then(({ dropDraft }) => dropDraft(name), nothing);
  },
};

const loadStore = () => import("./draft-store.ts");
const nothing = (): void => undefined;

const nameOf = (key: string): string | undefined => {
  const { user, team } = session.get();
  return user && team && `${user.uid}/${team.teamId}/${key}`;
};
