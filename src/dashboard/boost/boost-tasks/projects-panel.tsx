import {
  projectPoints,
  projects,
  claimProject,
  type BoostProject,
  type ProjectClaim,
} from "../../../../resources/boost/airdrops/project-calls.ts";
import { boostToast, toastProblem } from "../flows/boost/boost-toast.ts";
import { useNode, loadNode, serverNow } from "../flows/boost/node.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { countOf } from "../../lib/format/count.ts";
import { formatDay } from "../../lib/format/date.ts";
import { formatPoints } from "../../lib/format/points.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { Figure, Figures, Panel, Rows, Row } from "../boost-frame/panel.tsx";
import styles from "./tasks.module.css";

/** Projects that reward nodes. Public; the user's own claims require signing in. */
export const ProjectsPanel = () => {
  const node = useNode();
  const isOut = node.name === "out";
  // Possible claims require the node token, which arrives with the node.
  const list = useCall(projects, { enabled: node.name !== "loading" });
  return (
    <Panel title="Projects" text="Claim each reward once, while supplies last.">
      {!isOut && <Claimed />}
      <BoostData of={list} rows={2}>
        {(value) =>
          value.length === 0 ? (
            <p className={styles.nothing}>New projects appear here.</p>
          ) : (
            <Rows>
              {value.map((project) => (
                <ProjectRow key={project.projectId} project={project} onClaimed={list.reload} />
              ))}
            </Rows>
          )
        }
      </BoostData>
    </Panel>
  );
};

/** Total claimed from projects. Hidden when zero. */
const Claimed = () => {
  const claimed = useCall(projectPoints).data;
  if (!claimed || (claimed.points === "0" && claimed.usd === "0")) return null;
  return (
    <Figures>
      <Figure label="Points claimed" value={formatPoints(claimed.points)} />
      <Figure label="USDT claimed" value={`$${claimed.usd}`} />
    </Figures>
  );
};

interface ProjectRowProps {
  readonly project: BoostProject;
  readonly onClaimed: () => void;
}

/** A project with its dates and claims. */
const ProjectRow = ({ project, onClaimed }: ProjectRowProps) => {
  const { projectId, name, description, logo, link, claims } = project;
  return (
    <Row
      icon={logo === null ? "projects" : <img src={logo} alt="" loading="lazy" />}
      title={
        link === null ? (
          name
        ) : (
          <a href={link} target="_blank" rel="noreferrer">
            {name}
          </a>
        )
      }
      text={
        <>
          {description}
          <span className={styles.note}>{termsOf(project)}</span>
          {claims.map(
            ({ type, reason }) =>
              reason && (
                <span key={type} className={styles.note}>
                  {claims.length > 1 && `${type === "USDT" ? "USDT" : "Points"}: `}
                  {reasons[reason]}
                </span>
              ),
          )}
        </>
      }
      below={
        <span className={styles.offer}>
          {claims.map(({ type, amount, status }) =>
            status === "DONE" ? (
              <span key={type} className={styles.had}>
                <Icon name="check" size={16} /> {amountLabel(type, amount)} claimed
              </span>
            ) : (
              <ClaimButton
                key={type}
                label={`Claim ${amountLabel(type, amount)}`}
                claim={{ projectId, type }}
                isOpen={status === "CLAIM"}
                onClaimed={onClaimed}
              />
            ),
          )}
        </span>
      }
    />
  );
};

const reasons = {
  ENDED: "This project has ended.",
  EMPTY: "All rewards have been claimed.",
  NEEDS_POINTS: "Your node needs more points.",
} as const;

interface ClaimButtonProps {
  readonly label: string;
  readonly claim: { readonly projectId: string; readonly type: ProjectClaim };
  readonly isOpen: boolean;
  readonly onClaimed: () => void;
}

const ClaimButton = ({ label, claim, isOpen, onClaimed }: ClaimButtonProps) => {
  const isOut = useNode().name === "out";
  const { act, acting } = useAct(claimProject, {
    onError: toastProblem,
    onDone: async ({ amount }) => {
      boostToast("success", claim.type === "POINTS" ? `Claimed ${formatPoints(amount)} points` : `Claimed $${amount}`);
      onClaimed();
      await loadNode();
    },
  });
  return (
    <Button
      kind={isOpen ? "primary" : "secondary"}
      busy={acting}
      disabled={!isOpen}
      title={isOut ? "Connect your wallet to claim" : undefined}
      onClick={() => void act({ body: claim })}
    >
      {label}
    </Button>
  );
};

const amountLabel = (type: ProjectClaim, amount: string): string =>
  type === "USDT" ? `$${amount}` : `${formatPoints(amount)} ${amount === "1" ? "point" : "points"}`;

const termsOf = ({ leastPoints, startAt, endAt }: BoostProject): string => {
  const now = serverNow();
  const time =
    startAt > now
      ? `From ${formatDay(startAt)}`
      : `${countOf(Math.max(0, Math.ceil((endAt - now) / 86_400)), "day")} left`;
  return leastPoints === "0" ? time : `${time} · for nodes with ${formatPoints(leastPoints)} points or more`;
};
