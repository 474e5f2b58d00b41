/** Where feedback that was typed and not sent is kept; the app sets it, for the person who is signed in. */
interface Drafts {
  readonly read: (key: string) => Promise<unknown>;
  readonly keep: (key: string, values: unknown) => void;
  readonly drop: (key: string) => void;
}

export const keptFeedback: { drafts?: Drafts } = {};
