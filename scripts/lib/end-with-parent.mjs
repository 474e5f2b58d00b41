/** Loaded into a process that must not outlive the one that started it, not even when that is killed by SIGKILL. */
const parent = process.ppid;
const watchMs = 500;
const patienceMs = 10_000;

setInterval(() => {
  if (process.ppid === parent) return;
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), patienceMs).unref();
}, watchMs).unref();
