/** Waits for both however they end, since both use the same thing; throws what the first threw, or the second. */
export const settleBoth = async <A, B>(first: A | Promise<A>, second: Promise<B>): Promise<readonly [A, B]> => {
  await Promise.allSettled([first, second]);
  return [await first, await second];
};
