/** Field words that the first screens don't need, kept apart from their load. */
import * as z from "zod/mini";
import {
  helped,
  hinted,
  lazily,
  textSchema,
  type Field,
  type RefTarget,
  type TextRules,
  type Widget,
} from "./fields.ts";

/** A word for one line of text. */
const textual = <const W extends Widget, const M extends Pick<Field, "unit" | "to">>(
  label: string,
  as: W,
  rules: TextRules = {},
  more?: M,
) => lazily({ label, as, ...helped(rules), ...more }, () => textSchema(label, rules));

/** A text that the server sends, of any length. */
export const shown = (label: string) => lazily({ label, as: "text" }, () => z.string());

/** A hash, CID or key: shortened, with a button that copies it. */
export const hash = (label: string, rules?: TextRules) => textual(label, "hash", rules);

/** The name or key of another record, with a link to its page; as a filter, a choice among those that a call lists. */
export const ref = (label: string, to: RefTarget, rules?: TextRules) => textual(label, "ref", rules, { to });

/** A whole number of things, shown to the last one. */
export const exact = (label: string, hint?: string) =>
  lazily({ label, as: "exact", ...hinted(hint) }, () => z.int().check(z.nonnegative()));

/** A decimal number as text, such as "0.25". `unit` stands behind it; an amount in "LAND" is shown as money. */
export const decimal = (label: string, { unit, ...rules }: TextRules & { unit?: string } = {}) =>
  textual(label, "decimal", rules, unit === undefined ? {} : { unit });

/** An amount of points as a decimal text with up to six decimals, of which lists show two. */
export const points = (label: string, rules?: TextRules) => textual(label, "points", rules);

/** How long something stays valid, in days: one of those that forms offer, or any number that a program sends. */
export const lifetime = (label: string, days: readonly number[], max: number, hint?: string) =>
  lazily({ label, as: "lifetime", options: days.map(String), ...hinted(hint) }, () =>
    z
      .int(`${label}: enter a number of days.`)
      .check(z.gte(1, `${label}: 1 day minimum.`), z.lte(max, `${label}: ${max} days maximum.`)),
  );
