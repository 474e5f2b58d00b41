/** Returns the route parameter with a record's ID: the last placeholder of its call, or "id". */
export const idParameter = (call: string | undefined): string => /\{(\w+)\}[^{}]*$/.exec(call ?? "")?.[1] ?? "id";
