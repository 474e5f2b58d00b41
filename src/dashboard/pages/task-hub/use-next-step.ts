import { useState } from "react";
import { useNavigate } from "react-router";
import { nextActivity, type Activity, type NextStep } from "../../../../resources/rewards/activity-calls.ts";
import { showActivation } from "../../flows/activation/show-activation.tsx";
import { useAct } from "../../framework/data/use-act.ts";
import { celebrate } from "../../ui/celebration.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { toast } from "../../ui/toast.ts";

/** Requests and performs a task's next step. `changed` is called when the list may have changed. */
export const useNextStep = (changed: () => void) => {
  const navigate = useNavigate();
  const { act } = useAct(nextActivity);
  const [runningId, setRunningId] = useState<string>();
  const [asksEmail, setAsksEmail] = useState(false);

  const follow = async ({ id, status }: Activity, { next, message, tips, points }: NextStep): Promise<void> => {
    if (tips) toast(tips, points > 0 ? "success" : "info");
    if (points > 0) celebrate();
    if (next === "JUMP" || next === "JUMP_OUT") return navigate(message);
    if (next === "OPEN_NEW_TAB") window.open(message, "_blank", "noopener,noreferrer");
    if (next === "EMAIL_BIND") return setAsksEmail(true);
    if (next === "POPUP" && (id === activation || (await showRequirement(status, message)))) await showActivation();
    changed();
  };

  const advance = async (task: Activity): Promise<void> => {
    setRunningId(task.id);
    const step = await act({ params: { id: task.id } });
    setRunningId(undefined);
    if (step) await follow(task, step);
  };

  const emailDone = (): void => {
    setAsksEmail(false);
    changed();
  };
  return { advance, runningId, asksEmail, emailDone };
};

/** ID of the activation task. */
const activation = "activate";

/** Shows the requirement. Resolves to whether the user wants to activate now. */
const showRequirement = async (status: Activity["status"], message: string): Promise<boolean> => {
  if (status === "DENY") return dialogs.confirm({ title: "Activate your account", text: message, ok: "Activate now" });
  await dialogs.alert({ title: "Not available yet", text: message });
  return false;
};
