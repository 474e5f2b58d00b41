import { dropAllDrafts } from "../../hosting/flows/deploy/draft.ts";
import { wipeQueues } from "../../storage/flows/object-upload/queue-store.ts";
import { wipeJournal } from "../../lib/journal.ts";
import { wipeDrafts } from "./draft-store.ts";

/** Deletes all form drafts, New Project drafts and pending uploads, of every user and team. */
export const wipeEveryDraft = async (): Promise<void> => {
  wipeJournal();
  await Promise.all([dropAllDrafts(), wipeDrafts(), wipeQueues()]);
};
