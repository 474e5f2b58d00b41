import { explorePerMille } from "../../../../resources/boost/limits.ts";
import { serverNow } from "../flows/boost/node.ts";
import { countOf } from "../../lib/format/count.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { ProgressBar } from "../../ui/states/progress-bar.tsx";
import { nodeName } from "../boost-frame/node-name.ts";
import styles from "./explore.module.css";
import { failureTitle, type Exploration, type Exploring } from "./exploring.ts";

interface FindingProps {
  readonly state: Exploring;
  readonly isOwn: boolean;
}

/** Status text, announced as it changes. */
export const Finding = ({ state, isOwn }: FindingProps) => (
  <div className={styles.finding} role="status" aria-live="polite">
    {isOwn ? (
      <Result title="This is your own node" text="Collect its points on the Boost home page." />
    ) : (
      resultOf(state)
    )}
  </div>
);

const resultOf = (state: Exploring) => {
  switch (state.name) {
    case "idle":
      return (
        <Result
          title="Ready to explore"
          text={`A quick check keeps bots out. Each exploration finds ${explorePerMille.least / 10} to ${explorePerMille.most / 10}% of a node's uncollected points.`}
        />
      );
    case "proving":
      return (
        <>
          <Result title="Checking your browser" text="This takes a moment. No action needed." />
          <ProgressBar label="Browser check" value={state.done} />
        </>
      );
    case "looking":
      return <Result title="Finding a node" />;
    case "found":
    case "collecting":
      return <Found exploration={state.exploration} />;
    case "collected":
      return <Collected exploration={state.exploration} points={state.points} />;
    case "failed":
      return <Result title={failureTitle(state.code)} text={state.problem} />;
  }
};

interface ResultProps {
  readonly title: string;
  readonly text?: string;
}

const Result = ({ title, text }: ResultProps) => (
  <>
    <h3>{title}</h3>
    {text && <p>{text}</p>}
  </>
);

const Found = ({ exploration: { address, points, isProtected, expiredAt } }: { readonly exploration: Exploration }) => {
  const left = expiredAt - serverNow();
  const nodeLabel = <span title={address ?? undefined}>{nodeName(address)}</span>;
  if (isProtected) {
    return (
      <>
        <h3>Protected</h3>
        <p>{nodeLabel} is protected. Explore another node.</p>
      </>
    );
  }
  return (
    <>
      <h3>
        <Amount points={points} />
      </h3>
      <p>
        found at {nodeLabel}.{" "}
        {left > 0
          ? `Collect within ${countOf(Math.max(1, Math.floor(left / 60)), "minute")}, before the owner does.`
          : "This exploration has expired. Explore again."}
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
  const nodeLabel = <span title={address ?? undefined}>{nodeName(address)}</span>;
  if (points === undefined) {
    return (
      <>
        <h3>Already collected</h3>
        <p>You have already collected the points found at {nodeLabel}.</p>
      </>
    );
  }
  if (points === "0") {
    return (
      <>
        <h3>Nothing left</h3>
        <p>The owner of {nodeLabel} collected first. Explore again.</p>
      </>
    );
  }
  return (
    <>
      <h3>
        +<Amount points={points} />
      </h3>
      <p>collected from {nodeLabel}.</p>
    </>
  );
};

const Amount = ({ points }: { readonly points: string }) => (
  <span className={styles.amount} title={formatPointsExactly(points)}>
    {formatPoints(points)} <small>points</small>
  </span>
);
