/** `?type=` of New Project, opened from a link that gives a template or a repository. */
export const cloneFlowType = "clone-flow";
