import { Card } from "../../../ui/card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { factsOf, furtherFactsOf, type Deployment } from "./facts.tsx";
import { Stages } from "./stages.tsx";
import styles from "./deployment-status.module.css";

/** Progress and details of a deployment. */
export const DeploymentStatus = ({ deployment }: { readonly deployment: Deployment }) => (
  <Card className={styles.status}>
    <Stages deployment={deployment} />
    <DescriptionList facts={factsOf(deployment)} />
    <details>
      <summary>{deployment.settings ? "Platform and build settings" : "Platform"}</summary>
      <DescriptionList facts={furtherFactsOf(deployment)} />
    </details>
  </Card>
);
