import { useAbility } from "@casl/react";
import { useNavigate } from "react-router";
import type { FormProps } from "../forms/form.tsx";
import type { Ability } from "../../../../resources/declare/abilities.ts";
import type { CallSpec, Condition, Resource } from "../../../../resources/declare/define.ts";
import { textOf } from "../../lib/text-of.ts";
import { iconNamed } from "../../ui/icon.tsx";
import type { MenuItem } from "../../ui/menu/menu.tsx";
import type { PathParams } from "../data/record-keys.ts";
import { useMutations } from "../data/use-mutations.ts";
import { useAllows } from "../use-allows.ts";
import { recordHref } from "./record-href.ts";

export type Row = Readonly<Record<string, unknown>>;

/** What a screen adds to a resource's form. */
export type RecordFormParts = Partial<Omit<FormProps<Record<string, unknown>, Record<string, unknown>>, "form">>;

/** What a screen adds to the forms of actions, by action and row. */
export type ActionForms<R> = Readonly<Record<string, { parts(row: R): RecordFormParts }["parts"]>>;

export interface ActionOptions {
  /** Values for the calls' placeholders, such as the parent's ID. */
  readonly params?: PathParams | undefined;
  readonly forms?: ActionForms<never> | undefined;
  /** Called after a delete; the page stays open otherwise. */
  readonly onDeleted?: () => void;
  /** Called with an action's name and its call's reply. */
  readonly onActed?: (name: string, reply: unknown) => void;
}

/** Returns the menu entries of a record: its declared actions, edit and delete. */
export const useRecordActions = (resource: Resource, options: ActionOptions = {}): ((row: Row) => MenuItem[]) => {
  const allows = useAllows();
  const navigate = useNavigate();

  const context = { ...options, resource, mutations: useMutations(), ability: useAbility<Ability>() };
  const later = () => import("./run-action.ts");

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
          onSelect: () => void later().then(({ runAction }) => runAction(context, name, action, row)),
        })),
      ...(resource.calls.delete && allows("delete", resource) && holdAll(resource.remove?.when, row)
        ? [
            {
              label: resource.remove?.label ?? "Delete",
              icon: "trash" as const,
              danger: true,
              onSelect: () => void later().then(({ deleteRecord }) => deleteRecord(context, row)),
            },
          ]
        : []),
    ];
  };
};

export const holdAll = (conditions: readonly Condition[] = [], row: Row): boolean =>
  conditions.every(({ field, in: values }) => values.includes(textOf(row[field])));

/** Fills a call's placeholders from `params` and the record; a missing field takes the record's ID. */
export const paramsFrom = ({ call }: Pick<CallSpec, "call">, row: Row, params: PathParams = {}): PathParams =>
  Object.fromEntries(
    [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
      name!,
      params[name!] ?? ((row[name!] ?? row.id) as string | number),
    ]),
  );
