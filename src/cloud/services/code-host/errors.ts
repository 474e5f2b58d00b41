import { AppError } from "../../app-error.ts";
import { CodeHostError } from "../../engines/code-host/code-host.ts";

/** Converts a GitHub error into an error with a message. */
export const rethrow = (error: unknown): never => {
  if (error instanceof CodeHostError) throw new AppError("CODE_HOST_REFUSED", { message: error.message });
  throw error;
};
