/** Stands in for pluralize in Refine core, which guesses labels with it; ours are declared. */
const pluralize = (word: string): string => word;
pluralize.singular = pluralize;

export default pluralize;
