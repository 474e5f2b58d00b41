import type { Resource, Row } from "../../../../resources/define.ts";
import { callsOf } from "../../../../resources/endpoints.ts";
import { resourceKey } from "./record-keys.ts";
import { useAct } from "./use-act.ts";
import { useDraftPart, type FormPart } from "./use-draft-part.ts";

type Editable = Pick<Resource, "name" | "fields" | "calls" | "edit" | "schema">;
type Values<R extends Editable, K extends string> = Pick<Row<R>, K & keyof Row<R>>;

/** Form for a part of a record: validated by the declared schemas. Saves only the edited fields. */
export const useRecordPart = <R extends Editable, K extends string>(
  resource: R,
  record: Row<R> & { readonly id: string },
  keys: readonly K[],
): FormPart<Values<R, K>> => {
  const saved = Object.fromEntries(keys.map((key) => [key, record[key as keyof typeof record]])) as Values<R, K>;
  const key = [resource.name, record.id, ...keys].join("/");
  const { part, input, refused, refuse, settle } = useDraftPart(key, saved);
  const { act, acting } = useAct(editCallOf(resource), { done: "Saved", onError: refuse });
  const save = async () => {
    const reply = await act({ params: { id: record.id }, body: input as never });
    if (reply !== undefined) await settle(resourceKey(resource.name));
  };
  return {
    ...part,
    problems: { ...problemsOf(resource, input), ...refused },
    saving: acting,
    save: () => void save(),
  };
};

const editCallOf = (resource: Editable) =>
  callsOf(resource as Resource).find(({ call }) => call === resource.calls.edit)!;

const problemsOf = ({ fields }: Editable, input: object): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(input)) {
    for (const { path, message } of fields[key]!.schema.safeParse(value).error?.issues ?? [])
      found[[key, ...path].join(".")] ??= message;
  }
  return found;
};
