/**
 * Returns the total weight of a recipe's ingredients.
 * @param {{ grams: number }[]} items
 */
export const totalGrams = (items) => {
  return items.reduce((sum, item) => sum + item.grams, 0;
};
