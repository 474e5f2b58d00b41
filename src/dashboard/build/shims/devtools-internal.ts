/** Stands in for Refine's development tools, which do nothing in a build but bring a stack-trace parser along. */
export const getXRay = (): Record<string, never> => ({});
export const useQuerySubscription = (): Record<string, never> => ({});
