/** Preloaded into a process that must not outlive its parent, even if the parent is killed by SIGKILL. */
const parent = process.ppid;
const watchMs = 500;
const patienceMs = 10_000;

setInterval(() => {
  if (process.ppid === parent) return;
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), patienceMs).unref();
}, watchMs).unref();
