/** Parses object tags: at most ten, from a header as a query, or from a body as XML. */
import { S3Error } from "./errors.ts";
import { parseXml, type XmlElements } from "./xml.ts";

const tagsMax = 10;
const nameMax = 128;
const valueMax = 256;

type Tags = Readonly<Record<string, string>>;

/** Parses tags of a header. Throws InvalidTag. */
export const parsedTags = (query: string): Tags => checked([...new URLSearchParams(query)]);

/** Parses tags of a body. Throws MalformedXML or InvalidTag. */
export const tagsInXml = (bytes: Uint8Array): Tags => {
  const set = parseXml(bytes, "Tagging").child("TagSet");
  if (!set) throw new S3Error("MalformedXML");
  return checked(set.children("Tag").map((tag) => [tag.text("Key"), tag.text("Value")]));
};

export const tagElements = (tags: Tags): XmlElements => ({
  TagSet: { Tag: Object.entries(tags).map(([name, value]) => ({ Key: name, Value: value })) },
});

const checked = (pairs: readonly (readonly [string, string])[]): Tags => {
  const tags = new Map(pairs);
  if (tags.size !== pairs.length) throw new S3Error("InvalidTag", "Cannot provide multiple tags with the same key");
  if (tags.size > tagsMax) throw new S3Error("InvalidTag", `Object tags cannot be greater than ${tagsMax}`);
  for (const [name, value] of tags)
    if (name === "" || name.length > nameMax || value.length > valueMax || /\0/.test(name + value))
      throw new S3Error("InvalidTag");
  return Object.fromEntries(tags);
};
