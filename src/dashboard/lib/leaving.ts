let leaving = false;

/**
 * Marks that the product itself leaves the page, for example after an ended session: no prompt is shown, because drafts
 * are stored.
 */
export const startLeaving = (): void => {
  leaving = true;
};

export const isLeaving = (): boolean => leaving;
