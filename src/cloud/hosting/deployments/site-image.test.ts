import { beforeAll, expect, it } from "vitest";
import { testHosting, type TestHosting } from "../../../../tests/support/hosting/hosting.ts";
import { declaredImage, siteImage } from "./site-image.ts";

it.each([
  [`<meta property="og:image" content="/cover.png">`, "/cover.png"],
  [`<META content='https://shop.example/a.png?x=1&amp;y=2' name=twitter:image>`, "https://shop.example/a.png?x=1&y=2"],
  [`<meta property="og:image:width" content="600"><meta property="og:image" content="b.png">`, "b.png"],
  [`<meta property="og:title" content="og:image">`, undefined],
  ["", undefined],
])("the image that %s declares is %s", (html, url) => {
  expect(declaredImage(html)).toBe(url);
});

let cloud: TestHosting;
beforeAll(async () => {
  cloud = await testHosting();
  await cloud.hosting.work();
});

it("a site's image is a file of the site, whatever domain its URL names; otherwise there is none", async () => {
  const imageOf = async (files: Record<string, string>): Promise<string | undefined> => {
    const team = await cloud.team();
    const { cid } = await cloud.ended(team, await cloud.deployFiles(team, await cloud.project(team), files));
    return siteImage(cloud.engines.blocks, cid!);
  };
  const page = (url: string) => `<head><meta property="og:image" content="${url}"></head>`;
  const file = { "images/my cover.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>" };
  expect(await imageOf({ "index.html": page("images/my%20cover.svg"), ...file })).toBe("images/my%20cover.svg");
  expect(await imageOf({ "index.html": page("https://own.example/images/my cover.svg"), ...file })).toBe(
    "images/my%20cover.svg",
  );
  for (const url of ["https://other.example/elsewhere.png", "/images", "%", "data:,x"])
    expect(await imageOf({ "index.html": page(url), ...file }), url).toBeUndefined();
  expect(await imageOf(file)).toBeUndefined();
});
