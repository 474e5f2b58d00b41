import {
  bareName,
  isBareName,
  isWildcard,
  toDomain,
  type DomainChoice,
} from "../../../../../resources/hosting/domains/domain-names.ts";

export interface ChoiceText {
  readonly value: DomainChoice;
  readonly title: string;
  readonly text: string;
}

/** Returns the labels of the three options, with the entered domain if it is valid. */
export const choiceTexts = (input: string): readonly ChoiceText[] => {
  const name = toDomain(input);
  const bare = name === undefined ? undefined : bareName(name);
  if (name === undefined || bare === undefined) {
    return [
      { value: 0, title: "With www", text: "Adds the www domain and redirects the root domain to it." },
      { value: 1, title: "Without www", text: "Adds the root domain and redirects the www domain to it." },
      { value: 2, title: "Only this domain", text: "Adds only this domain." },
    ];
  }
  return [
    { value: 0, title: `www.${bare}`, text: `Adds it and redirects ${bare} to it.` },
    { value: 1, title: bare, text: `Adds it and redirects www.${bare} to it.` },
    { value: 2, title: `Only ${name}`, text: "Adds only this domain." },
  ];
};

/** Suggests a pair for a root or www domain, and a single domain otherwise. */
export const suggestedChoice = (input: string): DomainChoice => {
  const name = toDomain(input);
  if (name === undefined || isWildcard(name)) return 2;
  if (name.startsWith("www.")) return 0;
  return isBareName(name) ? 1 : 2;
};

/** Reports whether a domain can have a www variant. Wildcards can't. */
export const offersPair = (input: string): boolean => !input.trim().startsWith("*");
