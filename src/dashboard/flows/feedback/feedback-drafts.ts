/** Storage of the unsent feedback draft; set by the app for the signed-in user. */
interface Drafts {
  readonly read: (key: string) => Promise<unknown>;
  readonly keep: (key: string, values: unknown) => void;
  readonly drop: (key: string) => void;
}

export const feedbackDrafts: { drafts?: Drafts } = {};
