/** Name of the route parameter that holds a record's id: the last placeholder of its call, "id" unless it has one. */
export const idParameter = (call: string | undefined): string => /\{(\w+)\}[^{}]*$/.exec(call ?? "")?.[1] ?? "id";
