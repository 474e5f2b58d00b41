// The dashboard's entry in the page harness; bench/dashboard.ts sets the path of dist.
import { signedIn } from "./fixture.mjs";

const row = "tr[data-row]";

export default [
  {
    name: "freehold",
    dist: process.env.DASHBOARD_DIST,
    api: process.env.DASHBOARD_FIXTURE,
    init: signedIn,
    route: "/hosting/projects?size=20",
    ready: { sel: row, min: 20, text: [row, "project-"] },
    hops: [
      {
        name: "tokens",
        click: 'nav a[href="/hosting/auth-tokens"]',
        ready: { path: "^/hosting/auth-tokens", sel: row, min: 10, text: [row, "laptop"] },
      },
      {
        name: "projects",
        click: 'nav a[href="/hosting/projects"]',
        ready: { path: "^/hosting/projects", sel: row, min: 10, text: [row, "project-"] },
      },
    ],
  },
];
