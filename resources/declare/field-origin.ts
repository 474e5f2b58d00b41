/** How a field was created: the name of its word, and the arguments. */
type Origin = readonly [word: string, ...args: unknown[]];

const origins = new WeakMap<object, Origin>();

/** The word `word`, whose fields can be sent to the dashboard. */
export const recorded = <F extends (...args: never[]) => object>(word: string, create: F): F =>
  ((...args: never[]) => {
    const made = create(...args);
    origins.set(made, [word, ...args]);
    return made;
  }) as F;

/** Returns how a recorded word created a field. */
export const originOf = (field: object): Origin | undefined => origins.get(field);
