/** CORS rules in the settings form. */
import type { CorsRules } from "../../flows/storage/use-bucket-settings.ts";

type Rule = CorsRules[number];

export const corsMethods = ["GET", "HEAD", "PUT", "POST", "DELETE"] as const;

/** A rule in the form. Lists are lines of text. */
export interface RuleForm {
  readonly origins: string;
  readonly methods: readonly string[];
  readonly headers: string;
  readonly exposed: string;
  readonly maxAge: string;
}

export const newRule: RuleForm = {
  origins: "",
  methods: ["GET", "HEAD"],
  headers: "*",
  exposed: "ETag",
  maxAge: "3600",
};

export const toForm = ({ origins, methods, headers, exposed, maxAgeSeconds }: Rule): RuleForm => ({
  origins: origins.join("\n"),
  methods,
  headers: headers.join("\n"),
  exposed: exposed.join("\n"),
  maxAge: maxAgeSeconds === undefined ? "" : String(maxAgeSeconds),
});

export const toRule = ({ origins, methods, headers, exposed, maxAge }: RuleForm): Rule => ({
  origins: linesOf(origins),
  methods,
  headers: linesOf(headers),
  exposed: linesOf(exposed),
  maxAgeSeconds: maxAge.trim() === "" ? undefined : Number(maxAge),
});

/** Returns the error of a rule, or undefined if it is valid. */
export const ruleProblem = (form: RuleForm): string | undefined => {
  const { origins, maxAgeSeconds } = toRule(form);
  if (origins.length === 0) return "Enter at least one origin, such as https://example.com, or * for all.";
  const wrong = origins.find((origin) => !/^(\*|https?:\/\/[^/\s]+)$/.test(origin) || origin.split("*").length > 2);
  if (wrong !== undefined)
    return `"${wrong}" is not a valid origin. Use https://example.com, without a path and with at most one *.`;
  if (form.methods.length === 0) return "Allow at least one method.";
  if (maxAgeSeconds !== undefined && !(Number.isInteger(maxAgeSeconds) && maxAgeSeconds >= 0))
    return "Enter a whole number of seconds.";
  return undefined;
};

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);
