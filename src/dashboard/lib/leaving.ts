let leaving = false;

/** The product itself leaves the page, after an ended session for instance: nobody is asked, for drafts keep what was typed. */
export const beginLeaving = (): void => {
  leaving = true;
};

export const isLeaving = (): boolean => leaving;
