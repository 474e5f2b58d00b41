import type { TaskState } from "../../../../resources/hosting/states.ts";

export type Ending = Extract<TaskState, "failure" | "timeout" | "cancelled">;

/** What names of files or git's own words may make of it; it stands in every list. */
const sentenceMax = 1000;

/** A deployment cannot go on for a reason its people must hear: one clear sentence. */
export class DeploymentEnd extends Error {
  readonly state: Ending;

  constructor(state: Ending, sentence: string) {
    super(sentence.length > sentenceMax ? `${sentence.slice(0, sentenceMax)}…` : sentence);
    this.name = "DeploymentEnd";
    this.state = state;
  }
}

/**
 * Why a worker must let go of a deployment: a person cancelled it; another attempt took over or the project is gone; this process
 * shuts down and the next start takes it up again.
 */
export type Interruption = "cancelled" | "superseded" | "shutdown";

/** Carries an interruption out of the depth of a step; also the reason of the attempt's abort signal. */
export class Interrupted extends Error {
  readonly why: Interruption;

  constructor(why: Interruption) {
    super(`The attempt was interrupted: ${why}.`);
    this.name = "Interrupted";
    this.why = why;
  }
}
