import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDraft } from "../forms/use-draft.ts";
import { fieldMessages } from "./field-messages.ts";

/** Form state for a part of a stored record. */
export interface FormPart<V> {
  /** The stored values, overlaid with the edits. */
  readonly values: V;
  /** Errors by field or path within it ("env.0.key"), from local validation and from the server. */
  readonly problems: Readonly<Record<string, string>>;
  /** Whether there are unsaved edits. */
  readonly dirty: boolean;
  /** Whether the edits were restored from a draft. */
  readonly restored: boolean;
  readonly saving: boolean;
  readonly change: (changes: Partial<V>) => void;
  readonly discard: () => void;
  readonly save: () => void;
}

/** Edits of stored values, kept as a draft until saved. Not for secrets. */
export const useDraftPart = <V extends object>(key: string, saved: V) => {
  const client = useQueryClient();
  const [input, setInput] = useState<Partial<V>>({});
  const [refused, setRefused] = useState<FormPart<V>["problems"]>({});
  /** Edits stay on screen until the server confirms the stored values; leaving the page loses nothing. */
  const [isSaved, setSaved] = useState(false);
  const dirty = !isSaved && Object.keys(input).length > 0;
  const draft = useDraft<Partial<V>>(key, dirty ? input : undefined, setInput);
  const discard = (): void => {
    draft.forget();
    setInput({});
    setRefused({});
  };
  const change = (changes: Partial<V>): void => {
    setSaved(false);
    setInput((before) => unlessSame({ ...before, ...changes }, saved));
    setRefused({});
  };
  return {
    part: { values: { ...saved, ...input }, dirty, restored: draft.restored, change, discard },
    input,
    refused,
    setRefused,
    /** Shows server errors next to their fields; returns false if none applies. */
    refuse: (error: Error): boolean => {
      const messages = fieldMessages(error);
      setRefused(messages);
      return Object.keys(messages).some((path) => path.split(".")[0]! in saved);
    },
    /** Clears the edits after saving, so that the server's values show. */
    settle: async (queryKey: readonly unknown[]): Promise<void> => {
      draft.forget();
      setSaved(true);
      await client.invalidateQueries({ queryKey });
      setInput({});
      setSaved(false);
    },
  };
};

/** Values changed back to the stored ones need no saving. */
const unlessSame = <V extends object>(input: Partial<V>, saved: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(input).filter(([key, value]) => !isSame(value, saved[key as keyof V])),
  ) as Partial<V>;

/** A cleared field equals one that was never filled. */
const isSame = (input: unknown, saved: unknown): boolean =>
  JSON.stringify(input) === JSON.stringify(saved) || (input === "" && (saved === undefined || saved === null));
