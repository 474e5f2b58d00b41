import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CallSpec } from "../../../../resources/define.ts";
import { useDraft } from "../forms/use-draft.ts";
import { useAct } from "./use-act.ts";
import { callKey } from "./use-call.ts";
import type { RecordPart } from "./use-record-part.ts";

interface CallPartOptions<V> {
  /** Name of the form, under which what was typed is kept. */
  readonly draft: string;
  /** What is stored now. */
  readonly saved: V;
  /** The call that reads it, asked again once it was changed. */
  readonly reads: CallSpec;
  readonly onSaved?: (reply: unknown) => void;
}

/** Settings of a call of its own as a form: checked by the body's schema, sent whole; refused, they stay as typed. */
export const useCallPart = <V extends object>(
  spec: CallSpec,
  { draft: name, saved, reads, onSaved }: CallPartOptions<V>,
): RecordPart<V> => {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Partial<V>>({});
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const dirty = Object.keys(typed).length > 0;
  const values = { ...saved, ...typed };
  const draft = useDraft<Partial<V>>(name, dirty ? typed : undefined, setTyped);
  const { act, acting } = useAct(spec, {
    done: "Saved",
    onError: (error) => {
      const fields = fieldMessages(error);
      setRefused(fields);
      return Object.keys(fields).some((field) => field in values);
    },
  });
  const found = problemsOf(spec, values);

  const save = async () => {
    setRefused(found);
    if (Object.keys(found).length > 0) return;
    const reply = await act({ body: values as never });
    if (reply === undefined) return;
    onSaved?.(reply);
    await client.invalidateQueries({ queryKey: callKey(reads) });
    setTyped({});
    draft.forget();
  };
  return {
    values,
    // What nobody has touched yet is not complained about before it is sent.
    problems: { ...Object.fromEntries(Object.entries(found).filter(([field]) => field in typed)), ...refused },
    dirty,
    saving: acting,
    restored: draft.restored,
    change: (changes) => {
      setTyped((before) => unlessSame({ ...before, ...changes }, saved));
      setRefused({});
    },
    discard: () => {
      setTyped({});
      setRefused({});
      draft.forget();
    },
    save: () => void save(),
  };
};

const problemsOf = ({ body }: CallSpec, values: object): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const { path, message } of body?.safeParse(values).error?.issues ?? []) found[String(path[0])] ??= message;
  return found;
};

const fieldMessages = (error: Error): Record<string, string> => {
  const { errors = {} } = error as { readonly errors?: Readonly<Record<string, readonly string[]>> };
  return Object.fromEntries(Object.entries(errors).flatMap(([key, [message]]) => (message ? [[key, message]] : [])));
};

/** What was changed back to what is stored needs no saving. */
const unlessSame = <V extends object>(typed: Partial<V>, saved: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(typed).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(saved[key as keyof V])),
  ) as Partial<V>;
