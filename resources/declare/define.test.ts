import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { defineCall, defineResource, type PathParams } from "./define.ts";
import { id, text } from "./fields.ts";

const move = defineCall("POST $bucket/{bucket}/objects/{key}", {
  summary: "Moves an object.",
  can: "person",
  reply: z.null(),
});

describe("the type check refuses", () => {
  test("a path parameter that the call line lacks", () => {
    const params: PathParams<typeof move.call> = { bucket: "photos", key: "cat.png" };
    expect(Object.keys(params)).toEqual(["bucket", "key"]);
    // @ts-expect-error: the line has no {object}
    expect(params.object).toBeUndefined();
  });

  test("a misspelled key of a resource", () => {
    const spec = { name: "notes", title: "Notes", routes: {}, calls: {}, fields: { id: id(), text: text("Text") } };
    expect(defineResource(spec).name).toBe("notes");
    // @ts-expect-error: the vocabulary has `parent`
    expect(defineResource({ ...spec, parents: "buckets" }).name).toBe("notes");
  });
});
