/** Replaces papaparse, which Refine core imports for CSV import and export; the product offers neither. */
const unavailable = (): never => {
  throw new Error("CSV import and export are unavailable.");
};

export default { parse: unavailable, unparse: unavailable };
