/** Replaces Refine's development tools, which do nothing in a build but include a stack-trace parser. */
export const getXRay = (): Record<string, never> => ({});
export const useQuerySubscription = (): Record<string, never> => ({});
