/** The first message for each field that the cloud refused; of a path within it ("env.0.key"), under that path. */
export const fieldMessages = (error: Error): Readonly<Record<string, string>> => {
  const { errors = {} } = error as { readonly errors?: Readonly<Record<string, readonly string[]>> | undefined };
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, [message]]) => (message ? [[field, message]] : [])),
  );
};

/** What the cloud says is wrong with a field; undefined when its refusal is about something else. */
export const fieldMessage = (error: Error, field: string): string | undefined => fieldMessages(error)[field];
