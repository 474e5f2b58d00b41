/** Completes and validates a template's values, in the form and on the server. */
import { messages } from "../../declare/messages.ts";
import type { TemplateForm, TemplateOption, TemplateValues } from "./templates.ts";

type Value = TemplateValues[string];

export const optionsOf = (form: TemplateForm): TemplateOption[] => form.config.flatMap(({ options }) => options);

/** Returns every option's value, given or default, as saved in config.json. */
export const completeValues = (form: TemplateForm, given: TemplateValues): TemplateValues =>
  Object.fromEntries(optionsOf(form).map(({ key, value }) => [key, given[key] ?? value]));

/** Returns messages by key; empty when the values fit the form. Missing values count as their defaults. */
export const problemsOfTemplate = (form: TemplateForm, given: TemplateValues): Record<string, string> => {
  const options = optionsOf(form);
  const known = new Set(options.map(({ key }) => key));
  const unknown = Object.keys(given).filter((key) => !known.has(key));
  const problems = options.map((option) => [option.key, problemOf(option, given[option.key] ?? option.value)] as const);
  return Object.fromEntries([
    ...unknown.map((key) => [key, messages.fieldUnknown] as const),
    ...problems.flatMap(([key, problem]) => (problem === undefined ? [] : [[key, problem] as const])),
  ]);
};

const problemOf = (option: TemplateOption, value: Value): string | undefined => {
  switch (option.type) {
    case "switch":
      return typeof value === "boolean" ? undefined : "Must be true or false.";
    case "table":
      return Array.isArray(value) ? problemOfRows(option, value) : "Must be a list of rows.";
    default:
      if (typeof value !== "string") return "Must be text.";
      return option.required && value.trim() === "" ? messages.fieldRequired : undefined;
  }
};

const problemOfRows = ({ headers = [], required }: TemplateOption, rows: readonly (readonly string[])[]) => {
  if (rows.some((row) => row.length !== headers.length)) return `Each row must have ${headers.length} cells.`;
  const isEmpty = rows.every((row) => row.every((cell) => cell.trim() === ""));
  return required && isEmpty ? "Add at least one row." : undefined;
};
