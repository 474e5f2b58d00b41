import { AirdropPanel } from "../boost-tasks/airdrop-panel.tsx";
import { MysteryPanel } from "../boost-tasks/answer-dialog.tsx";
import { CardsPanel } from "../boost-tasks/cards-panel.tsx";
import { DailySign } from "../boost-tasks/daily-sign.tsx";
import { InvitePanel } from "../boost-tasks/invite-panel.tsx";
import { ProjectsPanel } from "../boost-tasks/projects-panel.tsx";
import { StagesPanel } from "../boost-tasks/stages-panel.tsx";
import { TasksPanel } from "../boost-tasks/tasks-panel.tsx";
import styles from "./home.module.css";

/** Two columns, stacked on phones: daily activities, and purchases and invitations. */
export const MorePanels = () => (
  <>
    <div className={styles.column}>
      <DailySign />
      <TasksPanel />
      <ProjectsPanel />
      <MysteryPanel />
    </div>
    <div className={styles.column}>
      <InvitePanel />
      <StagesPanel />
      <CardsPanel />
      <AirdropPanel />
    </div>
  </>
);
