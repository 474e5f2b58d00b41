/** Share links: short addresses (`/s/…`) that let anyone read one file until they expire or are revoked. */
import * as z from "zod/mini";
import { defineResource, type Row } from "../declare/define.ts";
import { code, data, date, id, optional, text } from "../declare/fields.ts";
import { exact } from "../declare/special-fields.ts";
import { objectKeyBytesMax } from "./limits.ts";

/** Path of share links on the dashboard's host. */
export const shareLinkPath = "/s/";
const opensLimitMax = 1_000_000;

const bucketName = z.string().check(z.minLength(1), z.maxLength(64));
const objectKey = z.string().check(z.minLength(1), z.maxLength(objectKeyBytesMax));

export const shareLinks = defineResource({
  name: "share-links",
  title: "Share links",
  group: "Bucket",
  parent: "buckets",
  permission: "buckets",
  routes: {},
  base: "$bucket/share-links",
  log: { create: "BUCKET_CREATE_SHARE_LINK", delete: "BUCKET_REVOKE_SHARE_LINK" },
  options: { list: { secret: true }, create: { secret: true, perMinute: 120 } },
  fields: {
    id: id(),
    bucket: data("Bucket", bucketName),
    key: data("File", objectKey),
    /** Root-relative: "/s/…". */
    path: code("Link"),
    /** How often it was opened. */
    opens: exact("Opened"),
    /** After so many times it stops working. */
    opensMax: optional({
      ...exact("Limit"),
      schema: z.int().check(z.gte(1, "Limit: 1 minimum."), z.lte(opensLimitMax, "Limit: 1,000,000 maximum.")),
    }),
    expiresAt: date("Expires"),
    /** The member who created it. It ends with the membership. */
    userName: text("Created by"),
    createdAt: date("Created"),
  },
  list: {
    columns: {
      key: {},
      path: { width: "290px" },
      opens: { of: "opensMax", width: "100px" },
      expiresAt: { width: "130px" },
      userName: { width: "150px", wideOnly: true },
      createdAt: { width: "164px", wideOnly: true },
    },
    bulk: ["delete"],
    empty: {
      title: "No share links yet",
      text: "Share a file to create a link that anyone can open until it expires.",
      icon: "link",
    },
  },
  listQuery: z.object({ bucket: z.optional(bucketName), key: z.optional(objectKey) }),
  create: ["bucket", "key", "expiresAt", "opensMax"],
  remove: {
    several: "They stop working immediately.",
    question: "Revoke this share link?",
    confirm: "It stops working immediately.",
    label: "Revoke",
  },
});
export type ShareLink = Row<typeof shareLinks>;
