import { dropAllDrafts } from "../../flows/deploy/draft.ts";
import { wipeQueues } from "../../flows/object-upload/queue-store.ts";
import { wipeJournal } from "../../lib/journal.ts";
import { wipeDrafts } from "./draft-store.ts";

/** Forgets what was typed into forms and into New Project, and the files that wait to be sent, of every person and team. */
export const wipeEveryDraft = async (): Promise<void> => {
  wipeJournal();
  await Promise.all([dropAllDrafts(), wipeDrafts(), wipeQueues()]);
};
