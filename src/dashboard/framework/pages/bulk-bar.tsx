import { useQueryClient } from "@tanstack/react-query";
import { nounOf, type Resource } from "../../../../resources/declare/define.ts";
import { callsOf } from "../../../../resources/declare/endpoints.ts";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { iconNamed } from "../../ui/icon.tsx";
import { SelectionBar } from "../../ui/table/selection-bar.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { useSend } from "../data/call-context.ts";
import { isHandledElsewhere } from "../data/handled-errors.ts";
import type { PathParams } from "../data/record-keys.ts";
import { refreshRecords } from "./run-action.ts";
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

/** Actions on the selected rows, one call after the other. Rows that failed stay selected. */
const BulkBar = ({ resource, params, names, rows, keyOf, onSelect }: BulkBarProps) => {
  const send = useSend();
  const client = useQueryClient();
  const offered = names.flatMap((name) => {
    const action = actionOf(resource, name);
    const affected = rows.filter((row) => holdAll(action.when, row));
    return affected.length > 0 ? [{ name, action, affected }] : [];
  });

  const run = async ({ action, affected }: (typeof offered)[number]): Promise<void> => {
    const what = countOf(resource, affected.length);
    const isAgreed = await dialogs.confirm({
      title: `${action.label} ${what}?`,
      text: action.confirm,
      ok: `${action.label} ${what}`,
      danger: action.danger,
    });
    if (!isAgreed) return;
    const spec = callsOf(resource).find(({ call }) => call === action.call)!;
    const closing = dialogs.loading("Please wait");
    const failed = new Map<string, Error>();
    for (const row of affected) {
      try {
        // One after the other: rate limits count calls, and each has its entry in the operation log.
        // eslint-disable-next-line no-await-in-loop
        await send(spec, { params: paramsFrom(spec, row, params) });
      } catch (error) {
        failed.set(keyOf(row), error as Error);
        // The user has been asked to sign in, activate or deposit: the next call would ask again.
        if (isHandledElsewhere(error)) break;
      }
    }
    closing();
    await refreshRecords(client, resource);
    onSelect(new Set(failed.keys()));
    const [error] = failed.values();
    if (!error) toast(`${action.done} ${what}`);
    else if (!isHandledElsewhere(error))
      void dialogs.alert({ text: `${failed.size} of ${what} failed. ${error.message}` });
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

/** Toasts after records were deleted under another label. */
const doneBy: Readonly<Record<string, string>> = { Remove: "Removed", Revoke: "Revoked" };

const actionOf = (resource: Resource, name: string) => {
  const { actions = {}, calls, remove } = resource;
  if (name === "delete")
    return {
      label: remove?.label ?? "Delete",
      call: calls.delete,
      confirm: remove?.confirm.includes("{") ? "This can't be undone." : remove?.confirm,
      when: remove?.when,
      icon: "trash",
      danger: true,
      done: doneBy[remove?.label ?? ""] ?? "Deleted",
    };
  const { label, call, confirm, when, icon = "play", danger = false, done } = actions[name]!;
  return { label, call, confirm, when, icon, danger, done };
};

/** "1 access key", "3 access keys" */
const countOf = (resource: Resource, count: number): string => `${count} ${nounOf(resource)}${count === 1 ? "" : "s"}`;
