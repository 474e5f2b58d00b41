import { useState } from "react";
import {
  choice,
  choices,
  code,
  count,
  date,
  email,
  lines,
  optional,
  secret,
  text,
  textarea,
  toggle,
} from "../../../resources/declare/fields.ts";
import { FormCard, FormDialog, ownForm } from "../../../src/dashboard/framework/forms/form.tsx";
import { Button } from "../../../src/dashboard/ui/button.tsx";
import { longText, type GalleryEntry } from "../entry.ts";

const texts = {
  name: text("Name", { min: 1, max: 20, hint: "Part of the URL.", placeholder: "blog" }),
  email: email("Email", { hint: longText }),
  command: optional(code("Command", { placeholder: "npm run build" })),
  secret: optional(secret("Secret")),
  notes: optional(textarea("Notes", { placeholder: "What is it for?" })),
  origins: lines("Origins", { max: 10, entryMax: 80, placeholder: "https://example.com" }),
};
const options = {
  plan: choice("Plan", ["trial", "standard"], { trial: "Trial", standard: longText }),
  access: choice("Access", ["read", "write"], undefined, { read: "View objects.", write: "View and change objects." }),
  sections: choices("Sections", ["hosting", "storage"], { hints: { hosting: "Projects, domains, tokens" } }),
  active: toggle("Active", "Takes effect immediately."),
  limit: optional(count("Limit", "Requests a minute.")),
  endsAt: optional(date("Ends")),
};
const stored = { name: "blog", email: "ada@example.com", command: "npm run build", origins: ["https://example.com"] };

const textForm = ownForm(texts, () => Promise.resolve({ secret: "shown-once" }));
const optionForm = ownForm(options, () => Promise.reject(new Error("The limit of your plan is reached.")));

const Dialog = ({ title, problem }: { readonly title: string; readonly problem?: string }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{title}</Button>
      {open && (
        <FormDialog
          title={title}
          form={textForm}
          initial={stored}
          problems={{ name: problem }}
          submit="Create"
          reveal={{ title: "Key", key: "secret" }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};

export const forms: GalleryEntry = {
  id: "forms",
  title: "Forms",
  states: [
    {
      title: "Texts, stored",
      content: <FormCard title="Key" text="Saved together." form={textForm} initial={stored} />,
    },
    {
      title: "Choices, refused when saved",
      content: <FormCard title="Limits" form={optionForm} initial={{ plan: "trial", access: "read" }} />,
    },
    { title: "Read-only", content: <FormCard title="Key" form={textForm} initial={stored} readOnly /> },
    {
      title: "Dialogs",
      content: (
        <>
          <Dialog title="Create key" />
          <Dialog title="Create key with a taken name" problem="This name is already taken." />
        </>
      ),
    },
  ],
};
