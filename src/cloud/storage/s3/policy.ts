/**
 * Bucket policies: the subset of IAM that grants public read access. Everything else is rejected, so nothing is
 * ignored.
 */
import * as z from "zod/mini";
import { S3Error } from "./errors.ts";

export interface PublicRules {
  /** Whether the object with this key is publicly readable. */
  reads(key: string): boolean;
  /** Whether keys below this prefix can be listed publicly. */
  lists(prefix: string): boolean;
}

const textMax = 20 * 1024;
const statementsMax = 50;
const cachedMax = 1000;

const oneOrMore = z.union([z.string(), z.array(z.string()).check(z.minLength(1), z.maxLength(100))]);
const statement = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.string(),
  Principal: z.optional(z.union([z.string(), z.strictObject({ AWS: oneOrMore })])),
  Action: z.optional(oneOrMore),
  Resource: z.optional(oneOrMore),
  Condition: z.optional(z.record(z.string(), z.record(z.string(), oneOrMore))),
  NotPrincipal: z.optional(z.unknown()),
  NotAction: z.optional(z.unknown()),
  NotResource: z.optional(z.unknown()),
});
const document = z.strictObject({
  Version: z.optional(z.enum(["2012-10-17", "2008-10-17"])),
  Id: z.optional(z.string()),
  Statement: z.union([statement, z.array(statement).check(z.minLength(1), z.maxLength(statementsMax))]),
});
type Statement = z.output<typeof statement>;

const actions = ["s3:GetObject", "s3:ListBucket"] as const;

/** Validates a bucket's policy. Throws MalformedPolicy with the unsupported part. */
export const checkPolicy = (text: string, bucketName: string): void => {
  if (Buffer.byteLength(text) > textMax) throw unsupported("a policy is limited to 20 KB");
  for (const rule of statementsOf(text)) checkStatement(rule, bucketName);
};

/** Returns the rules of a validated policy. */
export const publicRules = (policy: string): PublicRules => {
  const cached = rulesByPolicy.get(policy);
  if (cached) return cached;
  const rules = rulesOf(statementsOf(policy));
  if (rulesByPolicy.size >= cachedMax) rulesByPolicy.clear();
  rulesByPolicy.set(policy, rules);
  return rules;
};

const rulesByPolicy = new Map<string, PublicRules>();

const statementsOf = (text: string): readonly Statement[] => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new S3Error("MalformedPolicy", "Policies must be valid JSON.");
  }
  const result = document.safeParse(parsed);
  if (!result.success) throw unsupported(`${result.error.issues[0]!.path.join(".") || "it"} is invalid`);
  const { Statement: given } = result.data;
  return Array.isArray(given) ? given : [given];
};

const checkStatement = (rule: Statement, bucketName: string): void => {
  if (rule.NotPrincipal !== undefined || rule.NotAction !== undefined || rule.NotResource !== undefined)
    throw unsupported("NotPrincipal, NotAction and NotResource are not supported");
  if (rule.Effect !== "Allow") throw unsupported('Effect must be "Allow": everything else is denied by default');
  if (!isPublicPrincipal(rule.Principal))
    throw unsupported('Principal must be "*": use scopes to restrict access keys');
  const wanted = listOf(rule.Action);
  const other = wanted.find((action) => !actions.some((cached) => cached.toLowerCase() === action.toLowerCase()));
  if (wanted.length === 0 || other !== undefined)
    throw unsupported(`Action must be s3:GetObject or s3:ListBucket, not ${other ?? "nothing"}`);
  const resources = listOf(rule.Resource);
  if (resources.length === 0) throw unsupported("Resource is missing");
  const arn = `arn:aws:s3:::${bucketName}`;
  for (const resource of resources) {
    if (resource !== arn && !resource.startsWith(`${arn}/`))
      throw unsupported(`Resource ${resource} is not in this bucket`);
    if (/[*?$]/.test(resource.slice(0, -1)) || resource.endsWith("?"))
      throw unsupported("Resource can have one *, at the end");
  }
  const isListing = (action: string): boolean => action.toLowerCase() === "s3:listbucket";
  if (wanted.some(isListing) && !resources.includes(arn))
    throw unsupported("s3:ListBucket requires the bucket itself as a Resource");
  if (!wanted.every(isListing) && resources.every((resource) => resource === arn))
    throw unsupported("s3:GetObject requires keys as a Resource, such as the bucket's /*");
  checkCondition(rule, wanted.every(isListing));
};

/** Validates conditions: only a prefix for listing is supported. */
const checkCondition = ({ Condition: condition = {} }: Statement, isListing: boolean): void => {
  for (const [operator, tests] of Object.entries(condition)) {
    for (const [name, values] of Object.entries(tests)) {
      const isPrefix = operator === "StringLike" && name.toLowerCase() === "s3:prefix" && isListing;
      if (!isPrefix) throw unsupported(`the Condition ${operator} ${name} is not supported`);
      if (listOf(values).some((value) => /[*?$]/.test(value.slice(0, -1)) || value.endsWith("?")))
        throw unsupported("s3:prefix can have one *, at the end");
    }
  }
};

const rulesOf = (statements: readonly Statement[]): PublicRules => {
  const readable: ((key: string) => boolean)[] = [];
  const listable: ((prefix: string) => boolean)[] = [];
  for (const rule of statements) {
    const wanted = listOf(rule.Action).map((action) => action.toLowerCase());
    if (wanted.includes("s3:getobject"))
      readable.push(
        ...listOf(rule.Resource).flatMap((resource) => matcherOf(resource.replace(/^arn:aws:s3:::[^/]*/, ""))),
      );
    if (wanted.includes("s3:listbucket")) {
      const prefixes = Object.values(rule.Condition ?? {}).flatMap((tests) => Object.values(tests).flatMap(listOf));
      listable.push(...(prefixes.length === 0 ? [() => true] : prefixes.map(likeMatcher)));
    }
  }
  return {
    reads: (key) => readable.some((matches) => matches(key)),
    lists: (prefix) => listable.some((matches) => matches(prefix)),
  };
};

/** Matches keys. "" is the bucket itself, which has no content. */
const matcherOf = (path: string): ((key: string) => boolean)[] => (path === "" ? [] : [likeMatcher(path.slice(1))]);

const likeMatcher = (pattern: string): ((text: string) => boolean) => {
  if (!pattern.endsWith("*")) return (text) => text === pattern;
  const start = pattern.slice(0, -1);
  return (text) => text.startsWith(start);
};

const isPublicPrincipal = (principal: Statement["Principal"]): boolean => {
  if (principal === undefined) return false;
  const named = typeof principal === "string" ? [principal] : listOf(principal.AWS);
  return named.length === 1 && named[0] === "*";
};

const listOf = (value: string | string[] | undefined): string[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};

const unsupported = (why: string): S3Error => new S3Error("MalformedPolicy", `This policy is not supported: ${why}.`);
