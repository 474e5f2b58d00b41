/** Waits until both promises settle, because both use the same resource. Throws the first error. */
export const settleBoth = async <A, B>(first: A | Promise<A>, second: Promise<B>): Promise<readonly [A, B]> => {
  await Promise.allSettled([first, second]);
  return [await first, await second];
};
