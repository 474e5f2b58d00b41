/** Errors that end a command: one sentence with the solution, and an exit code for scripts. */
export const exitCodes = { failed: 1, usage: 2, refused: 3, unreachable: 4, interrupted: 130 } as const;

export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, kind: keyof typeof exitCodes = "failed") {
    super(message);
    this.name = "Failure";
    this.exitCode = exitCodes[kind];
  }
}
