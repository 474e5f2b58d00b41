import type { Db } from "../../engines/database/database.ts";

/** Called with a team's id once its owner has signed in for the first time. Must be idempotent. */
export type FirstSignInListener = (teamId: string) => Promise<void>;

export interface Welcomes {
  onFirstSignIn(listener: FirstSignInListener): void;
  /** Runs the listeners for a user's own team unless they have all run. */
  welcome(personId: string): Promise<void>;
}

export const createWelcomes = (db: Db): Welcomes => {
  const listeners: FirstSignInListener[] = [];
  const welcoming = new Map<string, Promise<void>>();
  return {
    onFirstSignIn: (listener) => void listeners.push(listener),
    welcome: (personId) => {
      // Two tabs that sign in at once run them once.
      const running = welcoming.get(personId);
      if (running) return running;
      const started = welcome(db, personId, listeners).finally(() => welcoming.delete(personId));
      welcoming.set(personId, started);
      return started;
    },
  };
};

/** If the process stops between sign-in and welcome, the next sign-in repeats it. */
const welcome = async (db: Db, personId: string, listeners: readonly FirstSignInListener[]): Promise<void> => {
  const team = await db
    .selectFrom("team")
    .innerJoin("membership", "membership.team_id", "team.id")
    .select("team.id")
    .where("membership.person_id", "=", personId)
    .where("membership.type", "=", "INDIVIDUAL")
    .where("team.welcomed_at", "is", null)
    .executeTakeFirst();
  if (!team) return;
  for (const listener of listeners) await listener(team.id);
  await db.updateTable("team").set({ welcomed_at: new Date() }).where("id", "=", team.id).execute();
};
