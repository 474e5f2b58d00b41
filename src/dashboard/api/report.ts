import { errors } from "../../../resources/messages.ts";
import { ApiError, NetworkError } from "./errors.ts";
import { handlers } from "./handlers.ts";

/** Tells the session's handlers of an error that concerns more than the screen that met it. */
export const report = (error: unknown): void => {
  if (error instanceof NetworkError) return handlers.networkFailed();
  if (!(error instanceof ApiError)) return;
  if (error.statusCode === 401) handlers.unauthorized(error);
  else if (error.statusCode === 403) handlers.forbidden(error);
  else if (error.code === "ALLOWANCE_USED_UP") handlers.insufficient(error);
  else if (error.statusCode === 409 && concernsSession(error)) handlers.conflict(error);
};

/**
 * A 409 that binds an account, or that this version of the product does not know. What the catalogue names (a taken
 * name, a reached limit) is the screen's to show; only a reused idempotency key asks for a reload.
 */
const concernsSession = ({ code, data }: ApiError): boolean => {
  if (typeof data === "string" || code === "IDEMPOTENCY_KEY_REUSED") return true;
  return code !== "OBJECT_ALREADY_EXIST" && !(code in errors);
};
