import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDraft } from "../forms/use-draft.ts";
import { fieldMessages } from "./field-messages.ts";

/** A part of what is stored, as a form of its own. */
export interface FormPart<V> {
  /** What is stored, and over it what was typed. */
  readonly values: V;
  /** By field, or by path within it ("env.0.key"); of what was typed here and of what the cloud refused. */
  readonly problems: Readonly<Record<string, string>>;
  /** Something was typed that is not saved. */
  readonly dirty: boolean;
  /** It was typed on an earlier visit. */
  readonly restored: boolean;
  readonly saving: boolean;
  readonly change: (changes: Partial<V>) => void;
  readonly discard: () => void;
  readonly save: () => void;
}

/** What was typed over stored values, kept as a draft under that key until it is saved. Not for secrets. */
export const useTypedPart = <V extends object>(key: string, saved: V) => {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Partial<V>>({});
  const [refused, setRefused] = useState<FormPart<V>["problems"]>({});
  /** What was typed stays on the screen until the cloud has told what is stored; who leaves meanwhile loses nothing. */
  const [isSaved, setSaved] = useState(false);
  const dirty = !isSaved && Object.keys(typed).length > 0;
  const draft = useDraft<Partial<V>>(key, dirty ? typed : undefined, setTyped);
  const discard = (): void => {
    draft.forget();
    setTyped({});
    setRefused({});
  };
  const change = (changes: Partial<V>): void => {
    setSaved(false);
    setTyped((before) => unlessSame({ ...before, ...changes }, saved));
    setRefused({});
  };
  return {
    part: { values: { ...saved, ...typed }, dirty, restored: draft.restored, change, discard },
    typed,
    refused,
    setRefused,
    /** Shows what the cloud refused beside its fields; false when it is about none of them. */
    refuse: (error: Error): boolean => {
      const messages = fieldMessages(error);
      setRefused(messages);
      return Object.keys(messages).some((path) => path.split(".")[0]! in saved);
    },
    /** It is saved: what is shown comes from the cloud once more. */
    settle: async (queryKey: readonly unknown[]): Promise<void> => {
      draft.forget();
      setSaved(true);
      await client.invalidateQueries({ queryKey });
      setTyped({});
      setSaved(false);
    },
  };
};

/** What was changed back to what is stored needs no saving. */
const unlessSame = <V extends object>(typed: Partial<V>, saved: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(typed).filter(([key, value]) => !isSame(value, saved[key as keyof V])),
  ) as Partial<V>;

/** An emptied field is the same as one that was never filled. */
const isSame = (typed: unknown, saved: unknown): boolean =>
  JSON.stringify(typed) === JSON.stringify(saved) || (typed === "" && (saved === undefined || saved === null));
