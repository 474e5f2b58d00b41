/**
 * The draft of a new project: survives a reload, an ended session or a restart of the browser. In IndexedDB, one per
 * team, deleted once deployed or on Disconnect.
 */
import { clear, createStore, del, get, set } from "idb-keyval";
import { attempt } from "../../../lib/async/attempt.ts";
import { writeJournal, readJournal } from "../../../lib/journal.ts";
import type { NewProjectValues } from "./values.ts";

const store = createStore("freehold-drafts", "new-project");

export const readDraft = async (teamId: string): Promise<NewProjectValues | undefined> => {
  const written = readJournal<NewProjectValues | null>(nameOf(teamId));
  if (!written) return attempt(() => get<NewProjectValues>(teamId, store));
  const { value, confirm } = written;
  void attempt(() => put(teamId, value).then(confirm));
  return value ?? undefined;
};
export const storeDraft = (teamId: string, values: NewProjectValues): Promise<void> => write(teamId, values);
export const dropDraft = (teamId: string): Promise<void> => write(teamId, null);
/** Drafts can contain secret environment variables, so Disconnect deletes them. */
export const dropAllDrafts = (): Promise<void> => attempt(() => clear(store));

const write = (teamId: string, values: NewProjectValues | null): Promise<void> => {
  const confirm = writeJournal(nameOf(teamId), values);
  return attempt(() => put(teamId, values).then(confirm));
};

const put = (teamId: string, values: NewProjectValues | null): Promise<void> =>
  values ? set(teamId, values, store) : del(teamId, store);

const nameOf = (teamId: string): string => `new-project/${teamId}`;
