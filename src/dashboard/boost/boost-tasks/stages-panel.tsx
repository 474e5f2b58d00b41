import { invitation } from "../../../../resources/boost/nodes/invitation-call.ts";
import { boostInvite, boostStage, boostStages, type BoostStage } from "../../../../resources/boost/limits.ts";
import { boostMessages } from "../../../../resources/boost/messages.ts";
import { openStage, type NodeInfo } from "../../../../resources/boost/nodes/node-calls.ts";
import { celebrateFully } from "../flows/boost/celebrate.ts";
import { boostToast } from "../flows/boost/boost-toast.ts";
import { applyNode, useNode } from "../flows/boost/node.ts";
import { useSend } from "../../framework/data/call-context.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { attempt } from "../../lib/async/attempt.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import { Panel, Row, Rows } from "../boost-frame/panel.tsx";
import { Balance, confirmLand, lacksLand, priceLabel, spendLabel, useLand } from "./price.tsx";

const stageLabels: Readonly<Record<BoostStage, { readonly title: string; readonly icon: IconName }>> = {
  storage: { title: "Storage", icon: "bucket" },
  compute: { title: "Compute", icon: "terminal" },
  network: { title: "Network", icon: "globe" },
};
const effect = `+${boostStage.rate} points/h and +${formatWhole(boostStage.capacity)} capacity`;

/** Three stages that raise rate and capacity. Hidden for signed-out visitors. */
export const StagesPanel = () => {
  const node = useNode();
  return node.name === "in" ? <Stages info={node.info} /> : null;
};

const Stages = ({ info }: { readonly info: NodeInfo }) => {
  const { land, isShort, reload, onError } = useLand();
  const send = useSend();
  const { act, running } = useAct(openStage, {
    onError,
    onDone: (node) => {
      applyNode(node);
      reload();
    },
  });
  const busy = running?.params?.stage;
  const open = async (stage: BoostStage): Promise<void> => {
    const answer = await askToOpen(stageLabels[stage].title, info.invited);
    if (!answer) return;
    const { code } = answer;
    // Checks the code before spending LAND, so that a typo doesn't cost the bonus.
    if (code && !(await attempt(() => send(invitation, { params: { code } }))))
      return boostToast("error", boostMessages.inviteCodeUnknown);
    if (!(await act({ params: { stage }, body: { invite_code: code } }))) return undefined;
    boostToast("success", `${stageLabels[stage].title} opened`);
    return celebrateFully();
  };
  const allOpen = boostStages.every((stage) => info.stages.includes(stage));
  return (
    <Panel title="Stages" text="Open each stage once, in any order.">
      <Rows>
        {boostStages.map((stage) => (
          <Row
            key={stage}
            icon={stageLabels[stage].icon}
            title={stageLabels[stage].title}
            text={effect}
            trailing={
              info.stages.includes(stage) ? (
                <>
                  <Icon name="check" size={18} /> Open
                </>
              ) : (
                <Button
                  kind="soft"
                  busy={busy === stage}
                  disabled={busy !== undefined || lacksLand(land, boostStage.land)}
                  onClick={() => void open(stage)}
                >
                  {priceLabel(boostStage.land)}
                </Button>
              )
            }
          />
        ))}
      </Rows>
      {!allOpen && <Balance price={boostStage.land} land={land} isShort={isShort} onCredited={reload} />}
    </Panel>
  );
};

/** Confirms spending LAND. Users without an inviter can enter a code. Returns undefined if cancelled. */
const askToOpen = async (
  title: string,
  isInvited: boolean,
): Promise<{ readonly code: string | undefined } | undefined> => {
  const question = {
    title: `Open ${title.toLowerCase()}?`,
    text: `This spends ${priceLabel(boostStage.land)} and adds ${effect}.`,
    ok: spendLabel(boostStage.land),
  };
  if (isInvited) return (await confirmLand(question)) ? { code: undefined } : undefined;
  const hint = `Optional. An inviter's code gives you +${boostInvite.rate} points/h for 24 hours.`;
  const input = await dialogs.prompt({ ...question, fields: [{ name: "code", label: "Invite code", hint }] });
  return input && { code: input["code"] || undefined };
};
