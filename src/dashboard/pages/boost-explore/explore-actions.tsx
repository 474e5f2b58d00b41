import { pageHref } from "../../../../resources/href.ts";
import { boost, boostExplore } from "../../../../resources/boost/pages.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import styles from "./explore.module.css";
import { isBusy, type Exploration, type Exploring } from "./exploring.ts";

interface ExploreActionsProps {
  readonly state: Exploring;
  readonly explore: () => void;
  readonly collect: (exploration: Exploration) => void;
  readonly nodeId: string | undefined;
  readonly isOwn: boolean;
  /** Explorations left. Undefined while loading. */
  readonly remain: number | undefined;
}

/** Actions available in the current state. */
export const ExploreActions = ({ state, explore, collect, nodeId, isOwn, remain }: ExploreActionsProps) => {
  if (isOwn) {
    return (
      <div className={styles.actions}>
        <LinkButton kind="primary" size="large" to={pageHref(boost)}>
          View your node
        </LinkButton>
      </div>
    );
  }
  const isFound = state.name === "found" || state.name === "collecting";
  const canCollect = isFound && !state.exploration.isProtected;
  return (
    <div className={styles.actions}>
      {canCollect && (
        <Button
          kind="primary"
          size="large"
          icon="gift"
          busy={state.name === "collecting"}
          onClick={() => collect(state.exploration)}
        >
          Collect
        </Button>
      )}
      {nodeId !== undefined && state.name === "collected" ? (
        <LinkButton kind="primary" size="large" icon="compass" to={pageHref(boostExplore)}>
          Explore another
        </LinkButton>
      ) : (
        <Button
          kind={canCollect ? "secondary" : "primary"}
          size="large"
          icon="compass"
          busy={isBusy(state) && state.name !== "collecting"}
          disabled={remain === 0 || state.name === "collecting"}
          title={remain === 0 ? "No explorations left today" : undefined}
          onClick={explore}
        >
          {state.name === "idle" ? "Explore" : "Explore again"}
        </Button>
      )}
      {remain === 0 && !isFound && (
        <p className={styles.none}>No explorations left today. Buy an Explore card or come back after 00:00 UTC.</p>
      )}
    </div>
  );
};
