import { useQueryClient } from "@tanstack/react-query";
import { listRollups, terminateRollup, type RollupDetail } from "../../../../resources/raas/rollup-calls.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { callKey } from "../../framework/data/use-call.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

/** Ends a rollup for good once its name was typed, or takes an order back once that was agreed to. */
export const useEnding = ({ id, name }: Pick<RollupDetail, "id" | "name">, onEnded: () => void) => {
  const client = useQueryClient();
  const { act, acting } = useAct(terminateRollup, {
    onDone: () => {
      void client.invalidateQueries({ queryKey: callKey(listRollups) });
      onEnded();
    },
  });
  const end = () => act({ params: { id } });
  return {
    ending: acting,
    terminate: async (): Promise<void> => {
      const typed = await dialogs.prompt({
        title: "Terminate this rollup",
        text: "The chain stops at once and for good, and its blocks are removed 30 days later. What was paid is not given back.",
        ok: "Terminate",
        danger: true,
        fields: [
          {
            name: "typed",
            label: `Name: type ${name} to confirm`,
            validate: (value) => (value === name ? undefined : `Type ${name}.`),
          },
        ],
      });
      if (typed) await end();
    },
    withdraw: async (): Promise<void> => {
      const text = "What you filled in is kept for your team to look at, but nobody works on it any more.";
      if (await dialogs.confirm({ title: "Withdraw", text, ok: "Withdraw", cancel: "Keep", danger: true })) await end();
    },
  };
};
