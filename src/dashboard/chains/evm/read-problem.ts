import { chainProblem, type ChainProblem } from "./problem.ts";

/** Returns the problem of an error, with contracts' own errors decoded, for an action that can be retried. */
export const readProblem = async (error: unknown): Promise<ChainProblem> => {
  const decode = await import("./decode-error.ts").then(
    ({ errorName }) => errorName,
    () => undefined,
  );
  return chainProblem(error, { retry: true, ...(decode && { decode }) });
};
