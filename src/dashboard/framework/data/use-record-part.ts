import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Resource, Row } from "../../../../resources/define.ts";
import { callsOf } from "../../../../resources/endpoints.ts";
import { useDraft } from "../forms/use-draft.ts";
import { resourceKey } from "./record-keys.ts";
import { useAct } from "./use-act.ts";

type Editable = Pick<Resource, "name" | "fields" | "calls" | "edit" | "schema">;
type Values<R extends Editable, K extends string> = Pick<Row<R>, K & keyof Row<R>>;

export interface RecordPart<V> {
  /** The record's, and over them what was typed. */
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
  /** Sends what was typed; its fields alone are changed. */
  readonly save: () => void;
}

/**
 * A part of a record as a form of its own: checked by the declaration's schemas, saved by the edit call, kept as a draft until
 * then. Not for secrets.
 */
export const useRecordPart = <R extends Editable, K extends string>(
  resource: R,
  record: Row<R> & { readonly id: string },
  keys: readonly K[],
): RecordPart<Values<R, K>> => {
  type V = Values<R, K>;
  const client = useQueryClient();
  const [typed, setTyped] = useState<Partial<V>>({});
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const { act, acting } = useAct(editCallOf(resource), {
    done: "Saved",
    onError: (error) => {
      const fields = fieldMessages(error);
      setRefused(fields);
      return Object.keys(fields).some((field) => keys.includes(field.split(".")[0] as K));
    },
  });
  const key = [resource.name, record.id, ...keys].join("/");
  const draft = useDraft(key, Object.keys(typed).length > 0 ? typed : undefined, setTyped);
  const saved = Object.fromEntries(keys.map((key) => [key, record[key as keyof typeof record]])) as V;
  const problems = { ...problemsOf(resource, typed), ...refused };
  const change = (changes: Partial<V>) => {
    setTyped((before) => unlessSame({ ...before, ...changes }, saved));
    setRefused({});
  };
  const save = async () => {
    const reply = await act({ params: { id: record.id }, body: typed as never });
    if (reply === undefined) return;
    draft.forget();
    await client.invalidateQueries({ queryKey: resourceKey(resource.name) });
    setTyped({});
  };
  return {
    values: { ...saved, ...typed },
    problems,
    dirty: Object.keys(typed).length > 0,
    restored: draft.restored,
    saving: acting,
    change,
    discard: () => {
      draft.forget();
      setTyped({});
      setRefused({});
    },
    save: () => void save(),
  };
};

const editCallOf = (resource: Editable) =>
  callsOf(resource as Resource).find(({ call }) => call === resource.calls.edit)!;

const problemsOf = ({ fields }: Editable, typed: object): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(typed)) {
    for (const { path, message } of fields[key]!.schema.safeParse(value).error?.issues ?? [])
      found[[key, ...path].join(".")] ??= message;
  }
  return found;
};

const fieldMessages = (error: Error): Record<string, string> => {
  const { errors = {} } = error as { readonly errors?: Readonly<Record<string, readonly string[]>> };
  return Object.fromEntries(Object.entries(errors).flatMap(([key, [message]]) => (message ? [[key, message]] : [])));
};

/** What was typed back to what is saved needs no saving. */
const unlessSame = <V extends object>(typed: Partial<V>, saved: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(typed).filter(([key, value]) => value !== (saved[key as keyof V] ?? "")),
  ) as Partial<V>;
