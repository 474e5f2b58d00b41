/** What a chosen entry of a record's menu does. Loaded when the first one is chosen. */
import type { Ability } from "../../../../resources/declare/abilities.ts";
import { nounOf, type Action, type CallSpec, type Resource } from "../../../../resources/declare/define.ts";
import { callsOf } from "../../../../resources/declare/endpoints.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { textOf } from "../../lib/text-of.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { downloadText } from "../../ui/download.ts";
import { isHandledElsewhere } from "../data/handled-errors.ts";
import type { Mutations } from "../data/use-mutations.ts";
import { doneText } from "../derive/titles.ts";
import type { FormCall } from "../forms/form.tsx";
import { datedName } from "../widgets/csv-button.tsx";
import { paramsFrom, type ActionForms, type ActionOptions, type Row } from "./use-record-actions.ts";

interface ActionContext extends ActionOptions {
  readonly resource: Resource;
  readonly mutations: Mutations;
  readonly ability: Ability;
}

/** Resolves to the reply; to undefined if the call failed and its error was shown. */
const run = async (
  { resource, mutations }: ActionContext,
  mutate: () => Promise<unknown>,
): Promise<{ readonly reply: unknown } | undefined> => {
  const closing = dialogs.loading("Please wait");
  try {
    return { reply: await mutate() };
  } catch (error) {
    if (!isHandledElsewhere(error)) void dialogs.alert({ text: (error as Error).message });
    return undefined;
  } finally {
    closing();
    void mutations.refresh(resource);
  }
};

/** Runs a declared action: opens its form, or asks, calls, and shows what it declares. */
export const runAction = async (context: ActionContext, name: string, action: Action, row: Row): Promise<void> => {
  const { resource, params, forms, mutations, ability, onActed } = context;
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
    await openActionForm(ability, form);
    return;
  }
  const input = { params: paramsFrom(spec, row, params), done: action.done };
  const acted = (await isAgreed(action, resource, row)) && (await run(context, () => mutations.act(spec, input)));
  if (acted && action.saves) downloadText(`${datedName(action.saves)}.csv`, [acted.reply as string], "text/csv");
  const secret = acted && action.reveal && (acted.reply as Row)[action.reveal];
  if (typeof secret === "string") void (await import("../forms/reveal.tsx")).reveal(action.label, secret);
  if (acted) onActed?.(name, acted.reply);
};

/** Deletes a record after confirmation. */
export const deleteRecord = async (context: ActionContext, row: Row): Promise<void> => {
  const { resource, params, mutations, onDeleted } = context;
  const input = {
    params: paramsFrom({ call: resource.calls.delete! }, row, params),
    done: doneText(resource, "deleted"),
  };
  if ((await confirmRemoval(resource, row)) && (await run(context, () => mutations.remove(resource.name, input))))
    onDeleted?.();
};

const isAgreed = async (action: Action, resource: Resource, row: Row): Promise<boolean> => {
  const { label, ok = label, confirm, back, danger } = action;
  if (confirm === undefined) return true;
  return dialogs.confirm({
    title: titleOf(action, resource, row),
    text: fillText(confirm, resource, row),
    ok,
    danger,
    ...(back && { cancel: back }),
  });
};

const isFormCall = (spec: CallSpec): spec is FormCall => spec.body !== undefined && "fields" in spec.body;

/** The question that an action asks; of one with a form, its title. */
const titleOf = ({ label, question, body }: Action, resource: Resource, row: Row): string =>
  question === undefined ? `${label}${named(row)}${body ? "" : "?"}` : shortened(fillText(question, resource, row));

const shortened = (title: string): string => title.replace(/\b0x[0-9a-f]{40}\b/gi, shortenAddress);

/** Replaces {field} by the record's value; "this member" if that is blank. */
const fillText = (text: string, resource: Resource, row: Row): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) =>
    resource.fields[name]?.as === "date"
      ? formatMoment(row[name] as number)
      : textOf(row[name]) || `this ${nounOf(resource)}`,
  );

/** " shop", or nothing for a record without a name. */
const named = ({ name }: Row): string => (typeof name === "string" && name !== "" ? ` ${name}` : "");

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
