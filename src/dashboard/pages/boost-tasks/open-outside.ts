/** Opens an address outside in a tab of its own; in this one where the browser allows none. */
export const openOutside = (link: string): void => {
  const opened = window.open(link, "_blank");
  if (opened) opened.opener = null;
  else location.assign(link);
};
