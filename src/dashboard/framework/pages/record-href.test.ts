import { expect, test } from "vitest";
import { deployments } from "../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { idParameter } from "./id-parameter.ts";
import { recordHref } from "./record-href.ts";

test("a record's address is filled from the record and from the route it is shown on", () => {
  expect(recordHref(projects, "show", { id: "7", name: "my blog" })).toBe("/hosting/project/my%20blog/7");
  const params = { projName: "blog", id: "7" };
  expect(recordHref(deployments, "show", { taskId: "t1" }, params)).toBe("/hosting/build/blog/7/t1");
  const listed = { taskId: "t1", projectId: "7", projectName: "blog" };
  expect(recordHref(deployments, "show", listed)).toBe("/hosting/build/blog/7/t1");
  expect(recordHref(projects, "edit", { id: "7" })).toBeUndefined();
});

test("a record's id is the last placeholder of its call", () => {
  expect(idParameter(deployments.calls.show)).toBe("taskId");
  expect(idParameter(projects.calls.show)).toBe("id");
  expect(idParameter(undefined)).toBe("id");
});
