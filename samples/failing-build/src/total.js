/**
 * What a recipe weighs before it is baked.
 * @param {{ grams: number }[]} items
 */
export const totalGrams = (items) => {
  return items.reduce((sum, item) => sum + item.grams, 0;
};
