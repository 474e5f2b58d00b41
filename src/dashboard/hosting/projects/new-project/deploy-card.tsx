import type { ReactNode } from "react";
import type { DeployState } from "../../flows/deploy/machine.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import styles from "./new-project.module.css";

export interface SummaryFact {
  readonly label: string;
  readonly value: string;
}

interface DeployCardProps {
  readonly facts: readonly SummaryFact[];
  readonly state: DeployState;
  /** Missing input. Empty if the project can be deployed. */
  readonly missing: string;
  /** Deploying requires signing in first. */
  readonly signedOut: boolean;
  readonly upload: ReactNode;
  /** Cost of the deployment. */
  readonly cost: ReactNode;
  readonly onDeploy: () => void;
}

/** Summary, Deploy button and progress. */
export const DeployCard = ({ facts, state, missing, signedOut, upload, cost, onDeploy }: DeployCardProps) => {
  const problem = state.name === "editing" ? state.problem : undefined;
  return (
    <Card title="Deploy">
      <div className={styles.deploy}>
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {upload}
        {cost}
        {problem && <Banner kind="danger">{problem.message}</Banner>}
        <Button
          kind="primary"
          size="large"
          icon="rocket"
          wide
          busy={state.name !== "editing"}
          disabled={missing !== ""}
          onClick={onDeploy}
        >
          {signedOut && state.name === "editing" ? "Sign in and deploy" : labels[state.name]}
        </Button>
        {signedOut && <p className="fh-muted">Next, sign in with your wallet. Your draft is kept.</p>}
        {missing !== "" && <p className="fh-muted">{missing}</p>}
      </div>
    </Card>
  );
};

const labels: Readonly<Record<DeployState["name"], string>> = {
  editing: "Deploy",
  uploading: "Uploading…",
  creating: "Creating project…",
  queueing: "Queuing build…",
  done: "Deployed",
};
