/** Closes everything a test file opened when it ends. (Read by a setup file: it must stay cheap.) */
const closers: (() => Promise<void>)[] = [];

/** Runs `close` after the last test of this file, in reverse order of registration. */
export const atFileEnd = (close: () => Promise<void>): void => {
  closers.push(close);
};

/** Closes everything that the file opened, even when a part of it cannot be closed. */
export const endFile = async (): Promise<void> => {
  const problems: unknown[] = [];
  for (const close of closers.splice(0).toReversed()) await close().catch((error: unknown) => problems.push(error));
  if (problems.length > 0) throw new AggregateError(problems, "Not everything that this file opened could be closed");
};
