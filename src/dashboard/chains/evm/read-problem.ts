import { chainProblem, type ChainProblem } from "./problem.ts";

/** An error by the catalogue, contracts' own errors decoded; for an action that can be started again. */
export const readProblem = async (error: unknown): Promise<ChainProblem> => {
  const decode = await import("./decode-error.ts").then(
    ({ errorName }) => errorName,
    () => undefined,
  );
  return chainProblem(error, { retry: true, ...(decode && { decode }) });
};
