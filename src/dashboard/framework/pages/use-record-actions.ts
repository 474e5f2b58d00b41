import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { nounOf, type Action, type CallSpec, type Condition, type Resource } from "../../../../resources/define.ts";
import { callsOf } from "../../../../resources/endpoints.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { textOf } from "../../lib/text-of.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { iconNamed } from "../../ui/icon.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import type { FormCall } from "../forms/form.tsx";
import { downloadText } from "../../ui/download.ts";
import { toast } from "../../ui/toast.ts";
import { useSend } from "../data/call-context.ts";
import { isHandledElsewhere } from "../data/handled-errors.ts";
import { doneText } from "../derive/titles.ts";
import { resourceKey, type PathParams } from "../data/record-keys.ts";
import { useAllows } from "../use-allows.ts";
import { datedName } from "../widgets/csv-button.tsx";
import type { RecordFormParts } from "./record-forms.tsx";
import { recordHref } from "./record-href.ts";

type Row = Readonly<Record<string, unknown>>;

/** What a screen adds to the forms of actions, by action and row. */
export type ActionForms<R> = Readonly<Record<string, { parts(row: R): RecordFormParts }["parts"]>>;

interface ActionOptions {
  /** Values for the calls' placeholders, such as the parent's ID. */
  readonly params?: PathParams | undefined;
  readonly forms?: ActionForms<never> | undefined;
  /** Called after a delete; the page stays open otherwise. */
  readonly onDeleted?: () => void;
  /** Called with an action's name and its call's reply. */
  readonly onActed?: (name: string, reply: unknown) => void;
}

/** Returns the menu entries of a record: its declared actions, edit and delete. */
export const useRecordActions = (
  resource: Resource,
  { params, onDeleted, onActed, forms }: ActionOptions = {},
): ((row: Row) => MenuItem[]) => {
  const allows = useAllows();
  const send = useSend();
  const client = useQueryClient();
  const navigate = useNavigate();

  /** Resolves to the reply; to undefined if the call failed and its error was shown. */
  const run = async (call: string, row: Row, done: string): Promise<{ readonly reply: unknown } | undefined> => {
    const spec = callsOf(resource).find((candidate) => candidate.call === call)!;
    const closing = dialogs.loading("Please wait");
    try {
      const reply: unknown = await send(spec, { params: paramsFrom(spec, row, params) });
      toast(done);
      return { reply };
    } catch (error) {
      if (!isHandledElsewhere(error)) void dialogs.alert({ text: (error as Error).message });
      return undefined;
    } finally {
      closing();
      void refreshRecords(client, resource);
    }
  };

  const act = async (name: string, action: Action, row: Row): Promise<void> => {
    const spec = callsOf(resource).find(({ call }) => call === action.call)!;
    if (isFormCall(spec)) {
      const { openActionForm } = await import("./record-forms.tsx");
      const title = titleOf(action, resource, row);
      const parts = (forms as ActionForms<Row> | undefined)?.[name]?.(row);
      const form = {
        resource,
        action,
        spec,
        row,
        params,
        title,
        parts,
        onSaved: (reply: unknown) => onActed?.(name, reply),
      };
      await openActionForm(client, form);
      return;
    }
    const acted = (await isAgreed(action, resource, row)) && (await run(action.call, row, action.done));
    if (acted && action.saves) downloadText(`${datedName(action.saves)}.csv`, [acted.reply as string], "text/csv");
    const secret = acted && action.reveal && (acted.reply as Row)[action.reveal];
    if (typeof secret === "string") void (await import("../forms/reveal.tsx")).reveal(action.label, secret);
    if (acted) onActed?.(name, acted.reply);
  };

  const remove = async (row: Row): Promise<void> => {
    if (
      (await confirmRemoval(resource, row)) &&
      (await run(resource.calls.delete!, row, doneText(resource, "deleted")))
    )
      onDeleted?.();
  };

  return (row) => {
    const editHref = allows("edit", resource) ? recordHref(resource, "edit", row) : undefined;
    return [
      ...(editHref ? [{ label: "Edit", icon: "edit" as const, onSelect: () => void navigate(editHref) }] : []),
      ...Object.entries(resource.actions ?? {})
        .filter(([, { can, menu, when }]) => menu !== false && allows(can, resource) && holdAll(when, row))
        .map(([name, action]) => ({
          label: action.label,
          ...(action.icon && { icon: iconNamed(action.icon) }),
          danger: action.danger,
          onSelect: () => void act(name, action, row),
        })),
      ...(resource.calls.delete && allows("delete", resource) && holdAll(resource.remove?.when, row)
        ? [
            {
              label: resource.remove?.label ?? "Delete",
              icon: "trash" as const,
              danger: true,
              onSelect: () => void remove(row),
            },
          ]
        : []),
    ];
  };
};

const isAgreed = async (action: Action, resource: Resource, row: Row): Promise<boolean> => {
  const { label, confirm, back, danger } = action;
  if (confirm === undefined) return true;
  return dialogs.confirm({
    title: titleOf(action, resource, row),
    text: fillText(confirm, resource, row),
    ok: label,
    danger,
    ...(back && { cancel: back }),
  });
};

const isFormCall = (spec: CallSpec): spec is FormCall => spec.body !== undefined && "fields" in spec.body;

/** The question that an action asks; of one with a form, its title. */
const titleOf = ({ label, question, body }: Action, resource: Resource, row: Row): string =>
  question === undefined ? `${label}${named(row)}${body ? "" : "?"}` : fillText(question, resource, row);

/** Replaces {field} by the record's value. */
const fillText = (text: string, { fields }: Resource, row: Row): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) =>
    fields[name]?.as === "date" ? formatMoment(row[name] as number) : textOf(row[name]),
  );

/** " shop", or nothing for a record without a name. */
const named = ({ name }: Row): string => (typeof name === "string" && name !== "" ? ` ${name}` : "");

export const holdAll = (conditions: readonly Condition[] = [], row: Row): boolean =>
  conditions.every(({ field, in: values }) => values.includes(textOf(row[field])));

/** Fills a call's placeholders from `params` and the record; a missing field takes the record's ID. */
export const paramsFrom = ({ call }: CallSpec, row: Row, params: PathParams = {}): PathParams =>
  Object.fromEntries(
    [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
      name!,
      params[name!] ?? ((row[name!] ?? row.id) as string | number),
    ]),
  );

/** Fetches a resource's records again, and those that they belong to. */
export const refreshRecords = async (client: QueryClient, { name, parent = name }: Resource): Promise<void> => {
  await client.invalidateQueries({ queryKey: resourceKey(name) });
  if (parent !== name) await client.invalidateQueries({ queryKey: resourceKey(parent) });
};

/** Asks before a record is deleted; the user types its name if the resource declares that. */
const confirmRemoval = async (resource: Resource, row: Row): Promise<boolean> => {
  const { remove } = resource;
  const noun = nounOf(resource);
  const verb = remove?.label ?? "Delete";
  const asked = {
    title: remove?.question ? fillText(remove.question, resource, row) : `${verb} ${noun}${named(row)}?`,
    text: remove ? fillText(remove.confirm, resource, row) : "This can't be undone.",
    ok: `${verb} ${noun}`,
    danger: true,
  };
  if (!remove?.type) return dialogs.confirm(asked);
  const expected = textOf(row[remove.type]);
  const label = `Type ${expected} to confirm`;
  const input = await dialogs.prompt({
    ...asked,
    fields: [{ name: "typed", label, validate: (value) => (value === expected ? undefined : `Type ${expected}.`) }],
  });
  return input !== undefined;
};
