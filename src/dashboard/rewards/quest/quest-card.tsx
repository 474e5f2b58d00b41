import { useState } from "react";
import { code } from "../../../../resources/declare/fields.ts";
import { claimQuest, type Quest } from "../../../../resources/rewards/quest-calls.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { callForm, FormDialog } from "../../framework/forms/form.tsx";
import { classNames } from "../../lib/class-names.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { celebrate } from "../../ui/celebration/celebration.ts";
import { Countdown } from "../../ui/states/countdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProgressBar } from "../../ui/states/progress-bar.tsx";
import { toast } from "../../ui/toast/toast.ts";
import styles from "./quest.module.css";

interface QuestCardProps {
  readonly quest: Quest;
  readonly onChanged: () => void;
}

/** A quest with its image, description, end and reward. */
export const QuestCard = ({ quest, onChanged }: QuestCardProps) => {
  const { title, desc, link, rewardStr, endAt, progress } = quest;
  return (
    <li className={classNames(styles.quest, hasEnded(quest) && styles.over)}>
      <QuestImage address={quest.image} />
      <div className={styles.body}>
        <h2>{title}</h2>
        <p className={styles.text}>{desc}</p>
        {progress && progress.goal > 1 && (
          <div className={styles.progress}>
            <ProgressBar
              label={`${title}: ${progress.done} of ${progress.goal}`}
              value={progress.done / progress.goal}
            />
            <span>
              {formatWhole(progress.done)} of {formatWhole(progress.goal)}
            </span>
          </div>
        )}
        <p className={styles.reward}>
          <Icon name="gift" size={16} /> {rewardStr}
        </p>
        {endAt !== null && quest.state !== 2 && <QuestEnd endAt={endAt} onOver={onChanged} />}
        <div className={styles.actions}>
          {link && (
            <LinkButton to={link} icon={link.startsWith("/") ? "arrow-right" : "external"}>
              Open
            </LinkButton>
          )}
          <ClaimButton quest={quest} onChanged={onChanged} />
        </div>
      </div>
    </li>
  );
};

const hasEnded = ({ endAt }: Quest): boolean => endAt !== null && endAt <= Date.now() / 1000;

const ClaimButton = ({ quest, onChanged }: QuestCardProps) => {
  const [asksCode, setAsksCode] = useState(false);
  const claimed = ({ points }: { readonly points: number }): void => {
    toast(`Claimed ${countOf(points, "point")}`);
    celebrate();
    onChanged();
  };
  const { act, acting } = useAct(claimQuest, { onDone: claimed });
  if (quest.state === 2)
    return (
      <span className={styles.claimed}>
        <Icon name="check" size={16} /> Claimed
      </span>
    );
  if (hasEnded(quest)) return null;
  const byCode = quest.proof === "CODE";
  return (
    <>
      <Button
        kind="primary"
        busy={acting}
        disabled={!byCode && quest.state === 0}
        title={!byCode && quest.state === 0 ? "Complete the quest to claim its reward." : undefined}
        onClick={() => (byCode ? setAsksCode(true) : void act({ params: { id: quest.id }, body: {} }))}
      >
        {byCode ? "Enter code" : "Claim"}
        <span className="fh-hidden"> {quest.title}</span>
      </Button>
      {asksCode && (
        <FormDialog
          title={quest.title}
          form={callForm(claimQuest, {
            params: { id: quest.id },
            fields: { code: code("Code", { min: 1, hint: `Reward: ${quest.rewardStr}` }) },
            draft: false,
          })}
          submit="Claim"
          onSaved={claimed}
          onClose={() => setAsksCode(false)}
        />
      )}
    </>
  );
};

/** The operator's image, or a generated one if missing or broken. */
const QuestImage = ({ address }: { readonly address: string }) => {
  const [failed, setFailed] = useState(false);
  if (address === "" || failed)
    return (
      <span className={styles.picture}>
        <Icon name="spark" size={44} />
      </span>
    );
  return (
    <img
      className={styles.picture}
      src={address}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
};

interface QuestEndProps {
  /** Unix seconds. */
  readonly endAt: number;
  readonly onOver: () => void;
}

/** Shows a countdown within this time of the end. */
const soonSeconds = 3 * 86_400;

/** End of a quest. */
const QuestEnd = ({ endAt, onOver }: QuestEndProps) => {
  const when = whenOf(endAt);
  return (
    <p className={styles.end}>
      <Icon name="clock" size={16} />
      {when === "ended" && `Ended ${formatMoment(endAt)}`}
      {when === "later" && `Until ${formatMoment(endAt)}`}
      {when === "soon" && (
        <>
          Ends in <Countdown endsAtSeconds={endAt} onTimeOver={onOver} />
        </>
      )}
    </p>
  );
};

const whenOf = (endAt: number): "ended" | "soon" | "later" => {
  const left = endAt - Date.now() / 1000;
  if (left <= 0) return "ended";
  return left <= soonSeconds ? "soon" : "later";
};
