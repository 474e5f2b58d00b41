import { afterEach, beforeAll, expect, test } from "vitest";
import type { Repository } from "../../../resources/hosting/repositories/repositories.ts";
import { ended, projectFrom, testCodeHosting } from "../../support/git/code-hosting.ts";

let world: Awaited<ReturnType<typeof testCodeHosting>>;
beforeAll(async () => (world = await testCodeHosting()));
afterEach(() => expect(world.cloud.faults).toEqual([]));

test("a public Git address is imported, deployed, and deployed again with new commits", async () => {
  const remote = await world.elsewhere.create("team/site", "trunk");
  await remote.commit({ "index.html": "<p>first" });
  const ask = await world.newPerson();
  const made = await ask<Repository>("POST /repo/import", {
    url: `${remote.url.replace(/\.git$/, "")}/?tab=readme#top`,
  });
  expect(made).toMatchObject({
    provider: "URL",
    name: "site",
    namespace: `${world.elsewhere.host}/git/team`,
    defaultBranch: "trunk",
  });
  expect((await ask<Repository>("POST /repo/import", { url: remote.url })).id, "one spelling, one repository").toBe(
    made.id,
  );
  const projectId = await projectFrom(ask, made.id);
  await ask(`POST /project/${projectId}/build`, {});
  await ended(ask, projectId, 1);
  const newest = await remote.commit({ "index.html": "<p>second" });
  await ask(`POST /project/${projectId}/build`, {});
  expect((await ended(ask, projectId, 2))[0]).toMatchObject({ state: "success", commit: newest });
});

test.each([
  ["http://169.254.169.254/latest", "private"],
  ["http://localhost:1/team/site", "private"],
  ["https://[::1]/team/site", "private"],
  ["ssh://git@example.com/team/site", "https://"],
  ["git@example.com:team/site.git", "https://"],
  ["file:///etc/passwd", "https://"],
  ["ext::sh -c id", "https://"],
  ["https://ada:secret@example.com/team/site", "Remove the user name and password"],
  ["https://example.com", "has no repository path"],
  ["not an address", "Invalid URL"],
])("%s is refused on the field: %s", async (url, words) => {
  const ask = await world.newPerson();
  await expect(ask("POST /repo/import", { url })).rejects.toThrow(new RegExp(`422.*"url":\\["[^"]*${words}`));
});

test("an address that needs a login is reported, and so are a missing and an empty one", async () => {
  const ask = await world.newPerson();
  await world.elsewhere.create("locked", "main", { login: { username: "a", password: "b" } });
  await world.elsewhere.create("void");
  const at = (name: string) => ask("POST /repo/import", { url: `http://${world.elsewhere.host}/git/${name}.git` });
  await expect(at("locked")).rejects.toThrow("is private or doesn't exist");
  await expect(at("nowhere")).rejects.toThrow("No Git repository found at this URL.");
  await expect(at("void")).rejects.toThrow("This repository is empty");
});
