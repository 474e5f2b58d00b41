let leaving = false;

/**
 * Marks that the product itself leaves the page, for example after an ended session: no prompt is shown, because drafts
 * are stored.
 */
export const startLeaving = (): void => {
  leaving = true;
};

/** Never resolves: work that ends with another page, or closes its dialog, keeps its button busy until then. */
export const untilLeft = (): Promise<never> => new Promise(() => undefined);

export const isLeaving = (): boolean => leaving;
