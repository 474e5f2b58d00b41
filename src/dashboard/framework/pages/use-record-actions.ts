import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { Action, CallSpec, Condition, Resource } from "../../../../resources/define.ts";
import { callsOf } from "../../../../resources/endpoints.ts";
import { textOf } from "../../lib/text-of.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.ts";
import { useSend } from "../data/call-context.ts";
import { isHandledElsewhere } from "../data/handled-errors.ts";
import { resourceKey } from "../data/record-keys.ts";
import { useAllows } from "../use-allows.ts";
import { recordHref } from "./record-href.ts";

type Row = Readonly<Record<string, unknown>>;

interface ActionOptions {
  /** Called after a delete, instead of staying where one is. */
  readonly onDeleted?: () => void;
  /** Called with an action's name and its call's reply. */
  readonly onActed?: (name: string, reply: unknown) => void;
}

/** What may be done with a record: its declared actions, its edit page and its deletion, as menu entries. */
export const useRecordActions = (
  resource: Resource,
  { onDeleted, onActed }: ActionOptions = {},
): ((row: Row) => MenuItem[]) => {
  const allows = useAllows();
  const send = useSend();
  const client = useQueryClient();
  const navigate = useNavigate();

  /** Resolves to the reply's holder; to undefined after the refusal was shown. */
  const run = async (call: string, row: Row, done: string): Promise<{ readonly reply: unknown } | undefined> => {
    const spec = callsOf(resource).find((candidate) => candidate.call === call)!;
    const closing = dialogs.loading("One moment");
    try {
      const reply: unknown = await send(spec, { params: paramsFrom(spec, row) });
      toast(done);
      return { reply };
    } catch (error) {
      if (!isHandledElsewhere(error)) void dialogs.alert({ text: (error as Error).message });
      return undefined;
    } finally {
      closing();
      void client.invalidateQueries({ queryKey: resourceKey(resource.name) });
    }
  };

  const act = async (name: string, action: Action, row: Row): Promise<void> => {
    const acted = (await isAgreed(action)) && (await run(action.call, row, action.done));
    if (acted) onActed?.(name, acted.reply);
  };

  const remove = async (row: Row): Promise<void> => {
    if ((await confirmRemoval(resource, row)) && (await run(resource.calls.delete!, row, "Deleted"))) onDeleted?.();
  };

  return (row) => {
    const editHref = allows("edit", resource.name) ? recordHref(resource, "edit", row) : undefined;
    return [
      ...(editHref ? [{ label: "Edit", icon: "edit" as const, onSelect: () => void navigate(editHref) }] : []),
      ...Object.entries(resource.actions ?? {})
        .filter(([, action]) => allows(action.can, resource.name) && holdAll(action.when, row))
        .map(([name, action]) => ({
          label: action.label,
          danger: action.danger,
          onSelect: () => void act(name, action, row),
        })),
      ...(resource.calls.delete && allows("delete", resource.name) && holdAll(resource.remove?.when, row)
        ? [{ label: "Delete", icon: "trash" as const, danger: true, onSelect: () => void remove(row) }]
        : []),
    ];
  };
};

const isAgreed = async ({ label, confirm, back, danger }: Action): Promise<boolean> =>
  confirm === undefined ||
  dialogs.confirm({ title: label, text: confirm, ok: label, danger, ...(back && { cancel: back }) });

const holdAll = (conditions: readonly Condition[] = [], row: Row): boolean =>
  conditions.every(({ field, in: values }) => values.includes(textOf(row[field])));

/** Values for a call's placeholders, from the record; one that it does not hold takes the record's id. */
const paramsFrom = ({ call }: CallSpec, row: Row): Record<string, string | number> =>
  Object.fromEntries(
    [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, (row[name!] ?? row.id) as string | number]),
  );

/** Asks before a record is deleted; where the declaration says so the person types its name. */
const confirmRemoval = async ({ remove, fields }: Resource, row: Row): Promise<boolean> => {
  const text = remove?.confirm ?? "This cannot be undone.";
  if (!remove?.type) return dialogs.confirm({ title: "Delete", text, ok: "Delete", danger: true });
  const expected = textOf(row[remove.type]);
  const label = `${fields[remove.type]!.label}: type ${expected} to confirm`;
  const typed = await dialogs.prompt({
    title: "Delete",
    text,
    ok: "Delete",
    danger: true,
    fields: [{ name: "typed", label, validate: (value) => (value === expected ? undefined : `Type ${expected}.`) }],
  });
  return typed !== undefined;
};
