import { AppError } from "../../app-error.ts";
import { CodeHostError } from "../../engines/code-host/code-host.ts";

/** What GitHub refused, as a refusal of ours with its sentence. */
export const inWords = (error: unknown): never => {
  if (error instanceof CodeHostError) throw new AppError("CODE_HOST_REFUSED", { message: error.message });
  throw error;
};
