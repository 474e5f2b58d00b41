import { useNavigate } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { boostSpin } from "../../../../resources/boost/pages.ts";
import { nextOfTask, type Activity } from "../../../../resources/boost/task-calls.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { loadNode, sendBoost } from "../../flows/boost/node.ts";
import { copyText } from "../../ui/copy-text.tsx";
import { openOutside } from "./open-outside.ts";

type Next = Reply<typeof nextOfTask>;

/** Advances a task and follows the reply: opens a page, copies a link, or shows the reward. */
export const useAdvanceTask = (): ((task: Pick<Activity, "actId">) => Promise<void>) => {
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
  return async ({ actId }) => {
    await follow(await sendBoost(nextOfTask, { params: { id: actId }, body: {} }));
    await loadNode();
  };
};
