/** Lifecycle rules in the settings form. */
import { lifecycleRule, type LifecycleRule } from "../../../../../resources/storage/bucket-rules.ts";

/** A rule in the form: numbers are text, and empty ones are not set. */
export interface RuleForm {
  readonly id: string;
  readonly enabled: boolean;
  readonly prefix: string;
  /** One "name=value" a line. */
  readonly tags: string;
  readonly sizeAbove: string;
  readonly sizeBelow: string;
  readonly expireDays: string;
  /** YYYY-MM-DD. */
  readonly expireDate: string;
  readonly expireMarkers: boolean;
  readonly noncurrentDays: string;
  readonly noncurrentKept: string;
  readonly abortDays: string;
}

/** Returns a new rule with a name that is still free. */
export const newRule = (forms: readonly RuleForm[]): RuleForm => {
  let number = forms.length + 1;
  while (forms.some(({ id }) => id === `rule-${number}`)) number += 1;
  return toForm({ id: `rule-${number}`, enabled: true, abortDays: 7 });
};

export const toForm = (rule: LifecycleRule): RuleForm => ({
  id: rule.id,
  enabled: rule.enabled,
  prefix: rule.prefix ?? "",
  tags: Object.entries(rule.tags ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join("\n"),
  sizeAbove: textOf(rule.sizeAbove),
  sizeBelow: textOf(rule.sizeBelow),
  expireDays: textOf(rule.expireDays),
  expireDate: rule.expireDate?.slice(0, 10) ?? "",
  expireMarkers: rule.expireMarkers ?? false,
  noncurrentDays: textOf(rule.noncurrentDays),
  noncurrentKept: textOf(rule.noncurrentKept),
  abortDays: textOf(rule.abortDays),
});

export const toRule = (form: RuleForm): LifecycleRule => {
  const tags = form.tags
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const at = line.indexOf("=");
      return at < 0 ? ([line.trim(), ""] as const) : ([line.slice(0, at).trim(), line.slice(at + 1).trim()] as const);
    });
  const numbers = {
    sizeAbove: numberOf(form.sizeAbove),
    sizeBelow: numberOf(form.sizeBelow),
    expireDays: numberOf(form.expireDays),
    noncurrentDays: numberOf(form.noncurrentDays),
    noncurrentKept: numberOf(form.noncurrentKept),
    abortDays: numberOf(form.abortDays),
  };
  return {
    id: form.id.trim(),
    enabled: form.enabled,
    ...(form.prefix !== "" && { prefix: form.prefix }),
    ...(tags.length > 0 && { tags: Object.fromEntries(tags) }),
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
    ...(form.expireDate !== "" && { expireDate: `${form.expireDate}T00:00:00Z` }),
    ...(form.expireMarkers && { expireMarkers: true }),
  };
};

/** Returns the error of a rule, or undefined if it is valid. */
export const ruleProblem = (form: RuleForm): string | undefined => {
  if (form.id.trim() === "") return "Enter a name for each rule.";
  const result = lifecycleRule.safeParse(toRule(form));
  if (result.success) return undefined;
  const { code, message } = result.error.issues[0]!;
  return code === "custom" ? message : `Check the numbers of rule "${form.id}": use whole numbers of at least 1.`;
};

const textOf = (value: number | undefined): string => (value === undefined ? "" : String(value));
const numberOf = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(text));
