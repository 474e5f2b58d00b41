import { nounOf, type Resource } from "../../../../resources/declare/define.ts";
import { callsOf } from "../../../../resources/declare/endpoints.ts";
import { textOf } from "../../lib/text-of.ts";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { iconNamed } from "../../ui/icon.tsx";
import { WithReference } from "../../ui/states/with-reference.tsx";
import { SelectionBar } from "../../ui/table/selection-bar.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { isHandledElsewhere } from "../data/handled-errors.ts";
import type { PathParams } from "../data/record-keys.ts";
import { useMutations } from "../data/use-mutations.ts";
import { holdAll, paramsFrom } from "./use-record-actions.ts";

type Row = Readonly<Record<string, unknown>>;

interface BulkBarProps {
  readonly resource: Resource;
  readonly params?: PathParams | undefined;
  /** The allowed bulk actions: "delete", and actions by name. */
  readonly names: readonly string[];
  /** The selected rows. */
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
}

/**
 * Actions on the selected rows, one call after the other, each with the server's rules for its record. Rows that failed stay selected, and
 * a dialog lists each with its reason.
 */
const BulkBar = ({ resource, params, names, rows, keyOf, onSelect }: BulkBarProps) => {
  const { remove, act, refresh } = useMutations();
  const offered = names.flatMap((name) => {
    const action = actionOf(resource, name);
    const affected = rows.filter((row) => holdAll(action.when, row));
    return affected.length > 0 ? [{ name, action, affected }] : [];
  });

  const run = async ({ name, action, affected }: (typeof offered)[number]): Promise<void> => {
    const what = countOf(resource, affected.length);
    if (!(await isAgreed(action, what, affected.length))) return;
    const spec = callsOf(resource).find(({ call }) => call === action.call)!;
    const closing = dialogs.loading("Please wait");
    const failed: { readonly row: Row; readonly error: Error }[] = [];
    const left = new Set(affected);
    for (const row of affected) {
      try {
        // One after the other: rate limits count calls, and each has its entry in the operation log.
        const input = { params: paramsFrom(spec, row, params) };
        // oxlint-disable-next-line no-await-in-loop
        await (name === "delete" ? remove(resource.name, input) : act(spec, input));
        left.delete(row);
      } catch (error) {
        failed.push({ row, error: error as Error });
        // The user has been asked to sign in, activate or deposit: the next call would ask again.
        if (isHandledElsewhere(error)) break;
      }
    }
    closing();
    await refresh(resource);
    onSelect(new Set([...left].map(keyOf)));
    const shown = failed.filter(({ error }) => !isHandledElsewhere(error));
    if (left.size === 0) toast(`${action.done} ${what}`);
    else if (shown.length > 0)
      void dialogs.alert({
        title: `${shown.length} of ${what} failed`,
        text: (
          <div className="fh-stack">
            {shown.map(({ row, error }) => (
              <p key={keyOf(row)}>
                <strong>{nameOf(resource, row)}</strong>
                <br />
                <WithReference text={error.message} />
              </p>
            ))}
          </div>
        ),
      });
  };

  return (
    <SelectionBar text={`${countOf(resource, rows.length)} selected`} onClear={() => onSelect(new Set())}>
      {offered.map((one) => (
        <Button
          key={one.name}
          size="small"
          icon={iconNamed(one.action.icon)}
          kind={one.action.danger ? "danger" : "secondary"}
          onClick={() => void run(one)}
        >
          {one.affected.length === rows.length ? one.action.label : `${one.action.label} ${one.affected.length}`}
        </Button>
      ))}
    </SelectionBar>
  );
};

export default BulkBar;

type BulkAction = ReturnType<typeof actionOf>;

/** Asks once for all rows. Where deleting one takes typing its name, deleting several takes typing the verb. */
const isAgreed = async (action: BulkAction, what: string, count: number): Promise<boolean> => {
  const { label, confirm, several = confirm, danger, isTyped } = action;
  const text = count > 1 ? several : confirm;
  const asked = { title: `${label} ${what}?`, ok: `${label} ${what}`, danger };
  if (!isTyped) return dialogs.confirm({ ...asked, text });
  const word = label.toLowerCase();
  const validate = (value: string) => (value === word ? undefined : `Type ${word}.`);
  const input = await dialogs.prompt({
    ...asked,
    text,
    fields: [{ name: "typed", label: `Type ${word} to confirm`, validate }],
  });
  return input !== undefined;
};

/** What a record is called in a list of failures. */
const nameOf = ({ findBy, list, key = "id" }: Resource, row: Row): string =>
  textOf(row[findBy ?? list?.link ?? Object.keys(list?.columns ?? {})[0] ?? key]) || textOf(row[key]);

/** Toasts after records were deleted under another label. */
const doneBy: Readonly<Record<string, string>> = { Remove: "Removed", Revoke: "Revoked" };

const actionOf = (resource: Resource, name: string) => {
  const { actions = {}, calls, remove } = resource;
  if (name === "delete")
    return {
      label: remove?.label ?? "Delete",
      call: calls.delete,
      confirm: remove?.confirm.includes("{") ? "This can't be undone." : remove?.confirm,
      several: remove?.several,
      when: remove?.when,
      isTyped: remove?.type !== undefined,
      icon: "trash",
      danger: true,
      done: doneBy[remove?.label ?? ""] ?? "Deleted",
    };
  const { label, call, confirm, when, icon = "play", danger = false, done } = actions[name]!;
  return { label, call, confirm, when, icon, danger, done, several: undefined, isTyped: false };
};

/** "1 access key", "3 access keys" */
const countOf = (resource: Resource, count: number): string => `${count} ${nounOf(resource)}${count === 1 ? "" : "s"}`;
