import { boostStage, boostStages, type BoostStage } from "../../../../resources/boost/limits.ts";
import { openStage, type NodeInfo } from "../../../../resources/boost/node-calls.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { keepNode, sendBoost, useNode } from "../../flows/boost/node.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import { Panel, Row, Rows } from "../boost-frame/panel.tsx";
import { Balance, landWords } from "./price.tsx";
import { useAct } from "./use-act.ts";
import { useLand } from "./use-land.ts";

const words: Readonly<Record<BoostStage, { readonly title: string; readonly icon: IconName }>> = {
  storage: { title: "Storage", icon: "bucket" },
  compute: { title: "Compute", icon: "terminal" },
  network: { title: "Network", icon: "globe" },
};
const brings = `+${boostStage.rate} points/h and +${formatWhole(boostStage.capacity)} capacity, for good`;

/** Three stages that raise what a node earns and holds. Nothing for who is signed out. */
export const StagesPanel = () => {
  const node = useNode();
  return node.name === "in" ? <Stages info={node.info} /> : null;
};

const Stages = ({ info }: { readonly info: NodeInfo }) => {
  const { land, reload } = useLand();
  const { busy, isShort, act } = useAct();
  const open = (stage: BoostStage) =>
    act(stage, async () => {
      keepNode(await sendBoost(openStage, { params: { stage }, body: {} }));
      boostToast("success", `${words[stage].title} is open`);
      reload();
    });
  const allOpen = boostStages.every((stage) => info.stages.includes(stage));
  return (
    <Panel title="Stages" text="Each opens once, in any order.">
      <Rows>
        {boostStages.map((stage) => (
          <Row
            key={stage}
            icon={words[stage].icon}
            title={words[stage].title}
            text={brings}
            trailing={
              info.stages.includes(stage) ? (
                <>
                  <Icon name="check" size={18} /> Open
                </>
              ) : (
                <Button kind="soft" busy={busy === stage} disabled={busy !== undefined} onClick={() => open(stage)}>
                  {landWords(boostStage.land)}
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
