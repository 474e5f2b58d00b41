import {
  bareName,
  isBareName,
  isWildcard,
  toDomain,
  type DomainChoice,
} from "../../../../resources/hosting/domain-names.ts";

export interface ChoiceText {
  readonly value: DomainChoice;
  readonly title: string;
  readonly text: string;
}

/** The three choices in words, with the typed name where it is one already. */
export const choiceTexts = (typed: string): readonly ChoiceText[] => {
  const name = toDomain(typed);
  const bare = name === undefined ? undefined : bareName(name);
  if (name === undefined || bare === undefined) {
    return [
      { value: 0, title: "With www", text: "Adds the www name, and redirects the bare name to it." },
      { value: 1, title: "Without www", text: "Adds the bare name, and redirects the www name to it." },
      { value: 2, title: "Only this name", text: "Adds the given name and nothing else." },
    ];
  }
  return [
    { value: 0, title: `www.${bare}`, text: `Adds it, and redirects ${bare} to it.` },
    { value: 1, title: bare, text: `Adds it, and redirects www.${bare} to it.` },
    { value: 2, title: `Only ${name}`, text: "Adds this name and nothing else." },
  ];
};

/** What most people want of a name: a bare or www name as a pair, any other alone. */
export const suggestedChoice = (typed: string): DomainChoice => {
  const name = toDomain(typed);
  if (name === undefined || isWildcard(name)) return 2;
  if (name.startsWith("www.")) return 0;
  return isBareName(name) ? 1 : 2;
};

/** A wildcard has no www name. */
export const offersPair = (typed: string): boolean => !typed.trim().startsWith("*");
