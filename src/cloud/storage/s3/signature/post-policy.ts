/** Signed policies of form uploads, which restrict the form's fields. */
import * as z from "zod/mini";
import { putBytesMax } from "../../../../../resources/storage/limits.ts";
import { S3Error } from "../errors.ts";
import type { FindKey, KeyRecord } from "../keys/find-key.ts";
import { credentialOf, usableKey } from "./verify.ts";
import { algorithm, hmac, isSame, signingKey } from "./signing.ts";

const condition = z.union([
  z.record(z.string(), z.string()),
  z.tuple([z.enum(["eq", "starts-with"]), z.string(), z.string()]),
  z.tuple([z.literal("content-length-range"), z.coerce.number(), z.coerce.number()]),
]);
const document = z.object({ expiration: z.string(), conditions: z.array(condition).check(z.maxLength(100)) });
type Condition = z.output<typeof condition>;

export interface Permitted {
  readonly key: KeyRecord;
  readonly minBytes: number;
  readonly maxBytes: number;
}

/** Fields that require no condition. */
const unconditionalFields: ReadonlySet<string> = new Set(["policy", "x-amz-signature", "file", "submit", "bucket"]);

/** Checks a form against its signed policy. Throws AccessDenied or SignatureDoesNotMatch. */
export const checkForm = async (
  fields: ReadonlyMap<string, string>,
  { bucketName, key }: { readonly bucketName: string; readonly key: string },
  { find }: Pick<FindKey, "find">,
): Promise<Permitted> => {
  const [policy, credential, amzDate, signature] = ["policy", "x-amz-credential", "x-amz-date", "x-amz-signature"].map(
    (name) => fields.get(name),
  );
  if (!policy || !credential || !amzDate || !signature || fields.get("x-amz-algorithm") !== algorithm)
    throw new S3Error("AccessDenied", "The form is not signed.");
  const { accessKey, scope } = credentialOf(credential, amzDate);
  const signer = await usableKey(find, accessKey, fields.get("x-amz-security-token"));
  if (!isSame(hmac(signingKey(signer.secret, scope), policy).toString("hex"), signature))
    throw new S3Error("SignatureDoesNotMatch", undefined, { elements: { AWSAccessKeyId: accessKey } });
  const { expiration, conditions } = read(policy);
  if (!(Date.parse(expiration) > Date.now())) throw denied("Policy expired.");
  const values = new Map([...fields, ["bucket", bucketName], ["key", fields.get("key") ?? key]]);
  const covered = new Set<string>();
  let [minBytes, maxBytes] = [0, putBytesMax];
  for (const one of conditions.flatMap(testsOf)) {
    if (one.kind === "size") [minBytes, maxBytes] = [Math.max(minBytes, one.min), Math.min(maxBytes, one.max)];
    else {
      covered.add(one.name);
      const value = values.get(one.name) ?? "";
      const holds = one.kind === "eq" ? value === one.value : value.startsWith(one.value);
      if (!holds) throw denied(`Policy Condition failed: ["${one.kind}", "$${one.name}", "${one.value}"]`);
    }
  }
  if (!covered.has("bucket")) throw denied("The policy does not name the bucket.");
  const extra = [...fields.keys()].find(
    (name) => !unconditionalFields.has(name) && !name.startsWith("x-ignore-") && !covered.has(name),
  );
  if (extra !== undefined) throw denied(`Extra input fields: ${extra}`);
  return { key: signer, minBytes, maxBytes };
};

type Test =
  | { readonly kind: "eq" | "starts-with"; readonly name: string; readonly value: string }
  | { readonly kind: "size"; readonly min: number; readonly max: number };

const testsOf = (one: Condition): Test[] => {
  if (!Array.isArray(one))
    return Object.entries(one).map(([name, value]) => ({ kind: "eq", name: name.toLowerCase(), value }));
  if (one[0] === "content-length-range") return [{ kind: "size", min: one[1], max: one[2] }];
  return [{ kind: one[0], name: one[1].replace(/^\$/, "").toLowerCase(), value: one[2] }];
};

const read = (policy: string): z.output<typeof document> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(policy, "base64").toString("utf8"));
  } catch {
    throw new S3Error("InvalidPolicyDocument", "Invalid Policy: Invalid JSON.");
  }
  const result = document.safeParse(parsed);
  if (!result.success) throw new S3Error("InvalidPolicyDocument", "Invalid Policy: unknown conditions.");
  return result.data;
};

const denied = (why: string): S3Error => new S3Error("AccessDenied", `Invalid according to Policy: ${why}`);
