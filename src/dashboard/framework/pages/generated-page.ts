import { createElement, type ComponentType } from "react";
import type { Resource, Verb } from "../../../../resources/declare/define.ts";

export interface GeneratedPage {
  readonly Component: () => React.ReactNode;
}

type Screen = ComponentType<{ readonly resource: Resource }>;

/** The generated screen of a resource without a custom one. */
export const generatedPage = async (resource: Resource, verb: Verb): Promise<GeneratedPage> => {
  const Screen = await screenFor(verb);
  return { Component: () => createElement(Screen, { resource }) };
};

const screenFor = async (verb: Verb): Promise<Screen> => {
  switch (verb) {
    case "list":
      return (await import("./list-page.tsx")).ListPage;
    case "show":
      return (await import("./show-page.tsx")).ShowPage;
    case "create":
      return (await import("./record-forms.tsx")).CreatePage;
    case "edit":
      return (await import("./record-forms.tsx")).EditPage;
    case "delete":
      throw new Error("Delete is an action without a page.");
  }
};
