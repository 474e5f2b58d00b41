/**
 * What was typed for a new project, kept while it is not deployed: a reload, an ended session or a closed laptop lose
 * nothing. In IndexedDB, one a team, gone once deployed or on Disconnect.
 */
import { clear, createStore, del, get, set } from "idb-keyval";
import type { NewProjectValues } from "./values.ts";

const store = createStore("freehold-drafts", "new-project");

export const readDraft = (teamId: string): Promise<NewProjectValues | undefined> =>
  get<NewProjectValues>(teamId, store).catch(() => undefined);
export const keepDraft = (teamId: string, values: NewProjectValues): Promise<void> =>
  set(teamId, values, store).catch(() => undefined);
export const dropDraft = (teamId: string): Promise<void> => del(teamId, store).catch(() => undefined);
/** Drafts can hold secrets of an environment: who disconnects leaves none behind. */
export const dropAllDrafts = (): Promise<void> => clear(store).catch(() => undefined);
