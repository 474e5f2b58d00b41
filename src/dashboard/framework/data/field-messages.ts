/** Returns the first server error per field, or per path within it ("env.0.key"). */
export const fieldMessages = (error: Error): Readonly<Record<string, string>> => {
  const { errors = {} } = error as { readonly errors?: Readonly<Record<string, readonly string[]>> | undefined };
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, [message]]) => (message ? [[field, message]] : [])),
  );
};

/** Returns the server's error for a field; undefined if the error is about something else. */
export const fieldMessage = (error: Error, field: string): string | undefined => fieldMessages(error)[field];
