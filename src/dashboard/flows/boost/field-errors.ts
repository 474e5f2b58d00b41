import { BoostError } from "../../api/boost/errors.ts";

/** Returns the server's field errors, one message per field; empty for any other failure. */
export const fieldErrors = (error: unknown): Readonly<Partial<Record<string, string>>> => {
  if (!(error instanceof BoostError)) return {};
  const { data } = (error.body ?? {}) as { readonly data?: Readonly<Record<string, readonly string[]>> | null };
  return Object.fromEntries(
    Object.entries(data ?? {}).flatMap(([name, [message]]) => (message ? [[name, message]] : [])),
  );
};
