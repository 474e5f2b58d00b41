/** Joins the truthy class names: classNames("fh-row", active && "is-active"). */
export const classNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(" ");
