/** The conversation of a page, shared by the panel and the assistant's own page. */
import { createStore as openStore, del, get, set, type UseStore } from "idb-keyval";
import { askAssistant } from "../../../../../resources/ai/assistant.ts";
import { assistantMessages } from "../../../../../resources/ai/assistant-messages.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { ApiError, CanceledError, NetworkError } from "../../../api/errors.ts";
import { receive } from "../../../api/receive.ts";
import { attempt } from "../../../lib/async/attempt.ts";
import { randomId } from "../../../lib/random-id.ts";
import { createStore } from "../../../lib/store.ts";
import { failed, history, settledTurns, stopped, without, withPart, withQuestion, type Turn } from "./turns.ts";

export const turns = createStore<readonly Turn[]>([]);
/** The unsent question: kept when the panel closes. */
export const input = createStore("");

let owner: string | undefined;
let controller: AbortController | undefined;
let isSaving = false;
/** The turns have changed since the last write began. */
let isOutdated = false;

/** Loads this user's stored conversation. */
export const openConversation = async (of: string): Promise<void> => {
  if (owner === of) return;
  controller?.abort();
  owner = of;
  turns.set([]);
  // What is left to save is the previous user's.
  isOutdated = false;
  const stored = await readHistory(of);
  if (owner === of && turns.get().length === 0) turns.set(stored);
};

/** Asks, and streams the answer into the conversation. Only one question is asked at a time. */
export const ask = async (question: string): Promise<void> => {
  if (controller || question.trim() === "") return;
  const mine = new AbortController();
  const [id, of] = [randomId(), owner];
  const change = (next: (now: readonly Turn[]) => readonly Turn[]): void => {
    if (owner !== of) return;
    turns.set(next(turns.get()));
    void save();
  };
  controller = mine;
  const body = { question, before: history(turns.get()) };
  change((now) => withQuestion(now, id, question));
  try {
    for await (const part of receive(askAssistant, { body, signal: mine.signal })) {
      change((now) => withPart(now, id, part));
    }
    // If the server stops in the middle of an answer, its stream ends too.
    if (isAsking(id)) change((now) => failed(now, id, assistantMessages.broke));
  } catch (error) {
    change((now) => (error instanceof CanceledError ? stopped(now, id) : failed(now, id, problemOf(error))));
  } finally {
    if (controller === mine) controller = undefined;
  }
};

export const stopAsking = (): void => controller?.abort();

/** Asks the same question again, in place of the failed answer. */
export const retry = ({ id, question }: Turn): Promise<void> => {
  turns.set(without(turns.get(), id));
  return ask(question);
};

export const clearConversation = async (): Promise<void> => {
  controller?.abort();
  turns.set([]);
  await save();
};

const isAsking = (id: string): boolean => turns.get().some((turn) => turn.id === id && turn.state === "asking");

const problemOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.message;
  return error instanceof NetworkError ? messages.networkError : assistantMessages.broke;
};

/** Stores the turns while the answer arrives, so that a reload keeps them. One write at a time: a fast answer has many parts. */
const save = async (): Promise<void> => {
  isOutdated = true;
  if (isSaving) return;
  isSaving = true;
  while (isOutdated) {
    isOutdated = false;
    if (owner !== undefined) await storeHistory(owner, turns.get());
  }
  isSaving = false;
};

let opened: UseStore | undefined;
const store = (): UseStore => (opened ??= openStore("freehold-assistant", "conversations"));

const readHistory = async (owner: string): Promise<readonly Turn[]> =>
  settledTurns((await attempt(() => get<readonly Turn[]>(owner, store()))) ?? []);

/** Stores the turns, or deletes the entry without any. If the browser refuses, they are lost with the page. */
const storeHistory = async (owner: string, turns: readonly Turn[]): Promise<void> => {
  await attempt(() => (turns.length > 0 ? set(owner, turns, store()) : del(owner, store())));
};
