/** Replaces pluralize in Refine core, which derives labels with it; ours are declared. */
const pluralize = (word: string): string => word;
pluralize.singular = pluralize;

export default pluralize;
