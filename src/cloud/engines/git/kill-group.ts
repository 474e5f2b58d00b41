/** Kills a process and its children; a missing process is not an error. */
export const killGroup = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};
