/** Says why a build waits, in its log and on its page. */
export const noWorkerOffers = (tags: readonly string[]): string =>
  `No running worker offers the ${tags.length === 1 ? "tag" : "tags"} ${tags.join(", ")}: ask your administrator to start one, or remove the ` +
  `${tags.length === 1 ? "tag" : "tags"} in the project's build settings.`;
