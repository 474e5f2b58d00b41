/** ACLs with an equivalent bucket policy: `private` and `public-read`. */
import type { IncomingHttpHeaders } from "node:http";
import type { Bucket } from "../buckets/service.ts";
import { S3Error } from "./errors.ts";
import type { BucketExchange } from "./exchange.ts";
import { publicRules } from "./policy.ts";
import { parseXml, type Node, type Shape, type XmlElements } from "./xml.ts";

type CannedAcl = "private" | "public-read";

const everybody = "http://acs.amazonaws.com/groups/global/AllUsers";
/** ACLs that grant access only to the owner. */
const asPrivate: ReadonlySet<string> = new Set(["private", "bucket-owner-full-control", "bucket-owner-read"]);

/**
 * Parses the ACL header; undefined if it is not set. Throws AccessControlListNotSupported for ACLs without an
 * equivalent policy.
 */
export const cannedAclOf = (headers: IncomingHttpHeaders): CannedAcl | undefined => {
  const canned = headers["x-amz-acl"];
  if (canned === undefined) return undefined;
  if (asPrivate.has(String(canned))) return "private";
  if (canned === "public-read") return "public-read";
  throw new S3Error("AccessControlListNotSupported");
};

/** Returns the ACL of a request, from its header or body. Throws InvalidRequest if both are set. */
export const aclOf = ({ request, bucket }: Pick<BucketExchange, "request" | "bucket">, body: Uint8Array): CannedAcl => {
  const canned = cannedAclOf(request.headers);
  if (canned !== undefined && body.length > 0)
    throw new S3Error("InvalidRequest", "Specify the ACL as a header or in the body, not both.");
  return canned ?? aclInXml(body, bucket);
};

const ownerShape = { ID: "text", DisplayName: "text" } as const;
const policyShape = {
  Owner: ownerShape,
  AccessControlList: {
    Grant: [{ Grantee: { ...ownerShape, EmailAddress: "text", URI: "text" }, Permission: "text" }],
  },
} satisfies Shape;

/**
 * Returns the canned ACL equivalent to a document. Throws MalformedACLError, or AccessControlListNotSupported for
 * grants to other accounts.
 */
const aclInXml = (bytes: Uint8Array, { teamId }: Pick<Bucket, "teamId">): CannedAcl => {
  const grants = parseXml(bytes, "AccessControlPolicy", policyShape).child("AccessControlList")?.children("Grant");
  if (!grants) throw new S3Error("MalformedACLError");
  const open = grants.filter((grant) => grant.child("Grantee")?.maybe("URI") !== undefined);
  const ownerId = ownerElements(teamId)["ID"];
  const isOwners = (grant: Node): boolean =>
    grant.child("Grantee")?.text("ID") === ownerId && grant.text("Permission") === "FULL_CONTROL";
  if (!grants.every((grant) => open.includes(grant) || isOwners(grant)))
    throw new S3Error("AccessControlListNotSupported");
  if (open.length === 0) return "private";
  const readsOnly = open.every(
    (grant) => grant.child("Grantee")!.text("URI") === everybody && grant.text("Permission") === "READ",
  );
  if (!readsOnly) throw new S3Error("AccessControlListNotSupported");
  return "public-read";
};

/** Derives the ACL of a bucket (listing) or object (content) from the policy. */
export const aclElements = ({ teamId, policy }: Bucket, key: string): XmlElements => {
  const rules = policy === undefined ? undefined : publicRules(policy);
  const isOpen = rules !== undefined && (key === "" ? rules.lists("") : rules.reads(key));
  const owner = ownerElements(teamId);
  return {
    Owner: owner,
    AccessControlList: {
      Grant: [
        { [grantee("CanonicalUser")]: owner, Permission: "FULL_CONTROL" },
        ...(isOpen ? [{ [grantee("Group")]: { URI: everybody }, Permission: "READ" }] : []),
      ],
    },
  };
};

const grantee = (type: string): string =>
  `Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="${type}"`;

/** Returns a team as owner, with an ID in the format of AWS canonical IDs. */
export const ownerElements = (teamId: string): XmlElements => {
  const id = teamId.replaceAll("-", "").padEnd(64, "0");
  return { ID: id, DisplayName: teamId };
};
