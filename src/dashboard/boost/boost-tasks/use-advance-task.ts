import { useNavigate } from "react-router";
import { boostSpin } from "../../../../resources/boost/pages.ts";
import { nextOfTask } from "../../../../resources/boost/tasks/task-calls.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { boostToast, toastProblem } from "../flows/boost/boost-toast.ts";
import { loadNode } from "../flows/boost/node.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { copyText } from "../../ui/panels/copy-text.tsx";

type Next = Reply<typeof nextOfTask>;

interface AdvanceOptions {
  /** Called after the reward. */
  readonly onDone?: () => void;
  readonly onError?: (error: Error) => true;
}

/**
 * Advances a task by its id and follows the reply: opens a page, copies a link, or shows the reward. `busy` is the id
 * of the task in progress.
 */
export const useAdvanceTask = ({ onDone, onError = toastProblem }: AdvanceOptions) => {
  const navigate = useNavigate();
  const follow = async ({ next, message, link }: Next): Promise<void> => {
    switch (next) {
      case "REDIRECT":
        if (message) boostToast("info", message);
        if (link !== null) await navigate(link);
        return;
      case "JUMP_OUT":
      case "AD_REWARD":
        if (message) boostToast("info", message);
        if (link !== null) openOutside(link);
        return;
      case "COPY":
        if (link !== null) await copyText(link);
        return;
      case "SPIN":
        boostToast("success", message ?? "You earned a spin");
        await navigate(pageHref(boostSpin));
        return;
      case "CLAIM":
      case "COMPLETE":
        boostToast(next === "CLAIM" ? "success" : "info", message ?? "Task completed");
    }
  };
  const { act, running } = useAct(nextOfTask, {
    onError,
    onDone: async (next) => {
      await follow(next);
      await loadNode();
      onDone?.();
    },
  });
  return {
    busy: running ? String(running.params?.id) : undefined,
    advance: (id: string) => void act({ params: { id }, body: {} }),
  };
};

/** Opens an external URL in a new tab. Clicks a link, because the messaging app intercepts links and blocks other ways. */
const openOutside = (address: string): void => {
  const link = Object.assign(document.createElement("a"), { href: address, target: "_blank", rel: "noreferrer" });
  document.body.append(link);
  link.click();
  link.remove();
};
