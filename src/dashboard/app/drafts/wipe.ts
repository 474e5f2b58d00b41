import { dropAllDrafts } from "../../flows/deploy/draft.ts";
import { wipeDrafts } from "./draft-store.ts";

/** Forgets what was typed into forms and into New Project, of every person and team. */
export const wipeEveryDraft = async (): Promise<void> => {
  await Promise.all([dropAllDrafts(), wipeDrafts()]);
};
