/** Retryable PostgreSQL errors: deadlock and serialization failure. */
const conflicts = new Set(["40P01", "40001"]);
const attemptsMax = 5;

/** Runs a transaction and retries it a few times on a conflict. */
export const retryOnConflict = async <T>(task: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (attempt === attemptsMax || !isConflict(error)) throw error;
    }
  }
};

const isConflict = (error: unknown): boolean =>
  error instanceof Error && "code" in error && conflicts.has(error.code as string);
