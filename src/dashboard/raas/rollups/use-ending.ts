import { useQueryClient } from "@tanstack/react-query";
import { terminateRollup, type RollupDetail } from "../../../../resources/raas/rollup-calls.ts";
import { rollups } from "../../../../resources/raas/rollups.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

/** Terminates a rollup after confirmation by name, or withdraws an order after confirmation. */
export const useEnding = ({ id, name }: Pick<RollupDetail, "id" | "name">, onEnded: () => void) => {
  const client = useQueryClient();
  const { act, acting } = useAct(terminateRollup, {
    onDone: () => {
      void client.invalidateQueries({ queryKey: resourceKey(rollups.name) });
      onEnded();
    },
  });
  const end = () => act({ params: { id } });
  return {
    ending: acting,
    terminate: async (): Promise<void> => {
      const input = await dialogs.prompt({
        title: `Terminate rollup ${name}?`,
        text: "The chain stops permanently, and its blocks are deleted after 30 days. Payments are not refunded.",
        ok: "Terminate rollup",
        danger: true,
        fields: [
          {
            name: "typed",
            label: `Type ${name} to confirm`,
            validate: (value) => (value === name ? undefined : `Type ${name}.`),
          },
        ],
      });
      if (input) await end();
    },
    withdraw: async (): Promise<void> => {
      const text = "The request is closed. Its details stay visible to your team.";
      const question = { title: `Withdraw ${name}?`, text, ok: "Withdraw", cancel: "Keep", danger: true };
      if (await dialogs.confirm(question)) await end();
    },
  };
};
