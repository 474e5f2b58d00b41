import { explorePerMille } from "../../../../resources/boost/limits.ts";
import { cloudNow } from "../../flows/boost/node.ts";
import { countOf } from "../../lib/format/count.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { nodeName } from "../boost-frame/node-name.ts";
import styles from "./explore.module.css";
import type { Exploration, Exploring } from "./exploring.ts";

interface FindingProps {
  readonly state: Exploring;
  readonly isOwn: boolean;
}

/** What happens, in words; read out as it changes. */
export const Finding = ({ state, isOwn }: FindingProps) => (
  <div className={styles.finding} role="status" aria-live="polite">
    {isOwn ? (
      <Words title="This is your own node" text="Its points are yours to collect on the home page." />
    ) : (
      said(state)
    )}
  </div>
);

const said = (state: Exploring) => {
  switch (state.name) {
    case "idle":
      return (
        <Words
          title="Ready to look around"
          text={`Your browser solves a small puzzle first, which makes it dear to explore by machine. You find ${explorePerMille.least / 10} to ${explorePerMille.most / 10}% of what a node holds.`}
        />
      );
    case "proving":
      return (
        <>
          <Words title="Solving the puzzle" text="Your browser works it out; there is nothing to do for you." />
          <ProgressBar label="Puzzle" value={state.done} />
        </>
      );
    case "looking":
      return <Words title="Looking for a node" />;
    case "found":
    case "collecting":
      return <Found exploration={state.exploration} />;
    case "collected":
      return <Collected exploration={state.exploration} points={state.points} />;
    case "failed":
      return <Words title="Nothing came of it" text={state.problem} />;
  }
};

interface WordsProps {
  readonly title: string;
  readonly text?: string;
}

const Words = ({ title, text }: WordsProps) => (
  <>
    <h3>{title}</h3>
    {text && <p>{text}</p>}
  </>
);

const Found = ({ exploration: { address, points, isProtected, expiredAt } }: { readonly exploration: Exploration }) => {
  const left = expiredAt - cloudNow();
  const whom = <span title={address ?? undefined}>{nodeName(address)}</span>;
  if (isProtected) {
    return (
      <>
        <h3>Protected</h3>
        <p>The node {whom} is under protection now: nobody can take anything. Explore another one.</p>
      </>
    );
  }
  return (
    <>
      <h3>
        <Amount points={points} />
      </h3>
      <p>
        found at {whom}.{" "}
        {left > 0
          ? `Collect within ${countOf(Math.max(1, Math.floor(left / 60)), "minute")}, before its owner does.`
          : "This exploration is over. Explore again."}
      </p>
    </>
  );
};

const Collected = ({
  exploration: { address },
  points,
}: {
  readonly exploration: Exploration;
  readonly points: string | undefined;
}) => {
  const whom = <span title={address ?? undefined}>{nodeName(address)}</span>;
  if (points === undefined) {
    return (
      <>
        <h3>Collected before</h3>
        <p>You have collected what this exploration found at {whom}.</p>
      </>
    );
  }
  if (points === "0") {
    return (
      <>
        <h3>Nothing was left</h3>
        <p>The owner of {whom} was quicker. Explore again.</p>
      </>
    );
  }
  return (
    <>
      <h3>
        +<Amount points={points} />
      </h3>
      <p>collected from {whom}. They are in your total.</p>
    </>
  );
};

const Amount = ({ points }: { readonly points: string }) => (
  <span className={styles.amount} title={formatPointsExactly(points)}>
    {formatPoints(points)} <small>points</small>
  </span>
);
