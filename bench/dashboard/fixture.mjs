// The server's answers, for measuring the dashboard without the server: 20 projects, and the shell's requests.
const states = ["SUCCESS", "SUCCESS", "SUCCESS", "RUNNING", "FAILURE"];
const start = 1_763_000_000;

const project = (index) => ({
  id: `0190f0c0-0000-7000-8000-${String(index).padStart(12, "0")}`,
  name: `project-${(index * 7919) % 100_000}`,
  platform: "IPFS",
  deployType: index % 3 === 0 ? "REPOSITORY" : "UPLOAD",
  state: states[index % states.length],
  online: index % 4 !== 0,
  mainLink: `http://project-${index}.localhost:4040`,
  latest: { taskId: `task-${index}`, createdAt: start + index * 4000 },
  deployments: 1 + (index % 30),
  createdAt: start,
  updatedAt: start + index * 4000,
});
const projects = Array.from({ length: 20 }, (_, index) => project(index));

const tokens = Array.from({ length: 12 }, (_, index) => ({
  id: `token-${index}`,
  name: `laptop ${index}`,
  createdAt: start + index * 900,
}));

export const team = {
  teamId: "team-1",
  teamName: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  teamAvatar: "",
  type: "INDIVIDUAL",
  status: "NORMAL",
  token: "team-token",
  access: [],
};

export const user = {
  uid: "user-1",
  euid: `0x${"0".repeat(64)}`,
  username: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  avatar: "",
  github: null,
  wallet: { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", walletType: "BROWSER" },
  solana: null,
};

const config = {
  product: "Freehold",
  bases: { auth: "/api/auth", hosting: "/api/hosting", resource: "/api/resource" },
  chains: [],
  links: { docs: "/docs", feedback: "", chat: "", code: "", blog: "" },
  features: { devWallet: true, buildsUnavailable: "" },
  contentDomain: "localhost",
};

const paged = (rows, query) => {
  const page = Number(query.get("page") ?? 1);
  const size = Number(query.get("size") ?? 10);
  const found = rows.filter(({ name }) => name.includes(query.get("keyword") ?? ""));
  return { items: found.slice((page - 1) * size, page * size), total: found.length };
};

const answers = {
  "/api/hosting/project/v3/list": (query) => paged(projects, query),
  "/api/hosting/project/v3/search/list": (query) => paged(projects, query),
  "/api/hosting/user/token/list": (query) => paged(tokens, query),
  "/api/auth/user": () => user,
  "/api/auth/cooperation/teams": () => ({ items: [team] }),
  "/api/auth/self-handled-register-apply": () => ({ handled: true, uid: "", wallet: "" }),
  "/api/bill-consume/common/first/recharge": () => ({ firstRecharge: true, timestamp: 1_700_000_000 }),
  "/api/auth/broadcast": () => [],
  "/api/resource/docs": () => ({ items: [] }),
  "/api/resource/static/header/config": () => ({ changeLogNum: 12 }),
  "/api/resource/team/usage": () => ({
    package: "FREE",
    items: [
      { resourceType: "IPFS_STORAGE", used: 3_000_000, allowed: 2 ** 31, left: 2 ** 31 - 3_000_000 },
      { resourceType: "TRAFFIC", used: 900_000_000, allowed: 2 ** 31, left: 2 ** 31 - 900_000_000 },
    ],
    projects: projects.length,
    deployments: 40,
  }),
  "/api/bill-consume/outlook": () => ({
    land: "5000000000000000000000000",
    held: "0",
    owed: "0",
    due: "0",
    landPerDay: "0",
    daysLeft: null,
    month: { since: start, until: start + 2_678_400, spent: "0", forecast: "0" },
    dunning: { step: "paid", beganAt: null, servedUntil: null, keptUntil: null },
  }),
};

/** Answers one request; undefined for files of the dashboard. */
const answer = ({ path, query }) => {
  if (path === "/config.json") return { json: config };
  const known = answers[path];
  if (known) return { json: { code: 200, message: "OK", data: known(query) } };
  const [, id] = /^\/api\/hosting\/project\/([^/]+)$/.exec(path) ?? [];
  const found = projects.find((candidate) => candidate.id === id);
  if (found) return { json: { code: 200, message: "OK", data: found } };
  if (path.startsWith("/api/")) return { status: 404, json: { code: "NOT_FOUND", message: "This does not exist." } };
  return undefined;
};

/** The socket's handshake (Engine.IO 4) and namespace acceptance, without events. */
const greeting = { sid: "engine", upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1_000_000 };

export default () =>
  Object.assign(answer.bind(undefined), {
    wsOpen: (send) => send(`0${JSON.stringify(greeting)}`),
    ws: (text, send) => {
      if (text.startsWith("40")) send('40{"sid":"socket"}');
    },
  });

/** A script that stores a signed-in user's data in the browser. */
export const signedIn = `localStorage.setItem("token", "personal-token");
localStorage.setItem("teamId", ${JSON.stringify(team.teamId)});
localStorage.setItem("teamList", ${JSON.stringify(JSON.stringify([team]))});
localStorage.setItem("userInfo", ${JSON.stringify(JSON.stringify(user))});
localStorage.setItem("config", ${JSON.stringify(JSON.stringify(config))});`;
