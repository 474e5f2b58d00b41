import { describe, expect, test } from "vitest";
import { messages } from "../../declare/messages.ts";
import { completeValues, problemsOfTemplate } from "./template-values.ts";
import { templateForm } from "./templates.ts";

const form = templateForm.parse({
  config: [
    {
      name: "Head",
      options: [
        { type: "text", key: "title", label: "Title", value: "", required: true },
        { type: "textarea", key: "about", label: "About", value: "Nothing yet" },
      ],
    },
    {
      name: "More",
      options: [
        { type: "switch", key: "dark", label: "Dark", value: false },
        { type: "table", key: "links", label: "Links", value: [["Home", "/"]], headers: ["Name", "Address"] },
        { type: "table", key: "people", label: "People", value: [], headers: ["Name"], required: true },
      ],
    },
  ],
});
const good = { title: "Hello", people: [["Ada"]] };

describe("values of a template", () => {
  test("that fit its form have no problems, and missing ones keep their defaults", () => {
    expect(problemsOfTemplate(form, good)).toEqual({});
    expect(completeValues(form, good)).toEqual({
      title: "Hello",
      about: "Nothing yet",
      dark: false,
      links: [["Home", "/"]],
      people: [["Ada"]],
    });
  });

  test.each([
    ["a required text that is blank", { title: "  " }, { title: messages.fieldRequired }],
    ["a required table without a filled row", { people: [[" "]] }, { people: "Add at least one row." }],
    ["a row that is narrower than its table", { links: [["Home"]] }, { links: "Each row must have 2 cells." }],
    ["a row that is wider than its table", { links: [["a", "b", "c"]] }, { links: "Each row must have 2 cells." }],
    ["a text for a switch", { dark: "yes" }, { dark: "Must be true or false." }],
    ["a switch for a text", { about: true }, { about: "Must be text." }],
    ["a text for a table", { links: "Home" }, { links: "Must be a list of rows." }],
    ["a key that the form does not have", { script: "x" }, { script: messages.fieldUnknown }],
  ])("%s is reported at its field", (_, wrong, problems) => {
    expect(problemsOfTemplate(form, { ...good, ...wrong })).toEqual(problems);
  });
});
