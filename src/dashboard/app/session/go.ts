/** Leaves for a path by a full load, so that nothing of the session before stays in memory. */
export const leaveFor = (path: string): void => location.assign(path);
