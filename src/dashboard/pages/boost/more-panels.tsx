import { CardsPanel } from "../boost-tasks/cards-panel.tsx";
import { DailySign } from "../boost-tasks/daily-sign.tsx";
import { StagesPanel } from "../boost-tasks/stages-panel.tsx";
import { TasksPanel } from "../boost-tasks/tasks-panel.tsx";
import styles from "./home.module.css";

/** Two columns, under each other on a phone: what is done every day, and what is bought once. */
export const MorePanels = () => (
  <>
    <div className={styles.column}>
      <DailySign />
      <TasksPanel />
    </div>
    <div className={styles.column}>
      <StagesPanel />
      <CardsPanel />
    </div>
  </>
);
