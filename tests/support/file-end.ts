/** Closes everything a test file opened when it ends. Imported by a setup file, so it must stay small. */
const closers: (() => Promise<void>)[] = [];

/** Runs `close` after the last test of this file, in reverse order of registration. */
export const atFileEnd = (close: () => Promise<void>): void => {
  closers.push(close);
};

/** Closes everything that the file opened, even if a part of it fails to close. */
export const endFile = async (): Promise<void> => {
  const problems: unknown[] = [];
  for (const close of closers.splice(0).toReversed()) await close().catch((error: unknown) => problems.push(error));
  if (problems.length > 0) throw new AggregateError(problems, "Not everything that this file opened could be closed");
};
